import Foundation
import Repository
import Synchronization

/// Gives the contacts of files batch by batch, and remembers what in them is none.
final class ImportReader: Sendable {
    private struct State {
        var files: ArraySlice<ImportFiles.File>
        var name = ""
        var handle: FileHandle?
        var parser: (any ContactParser)?
        var isAtEnd = false
        var report = ImportReport()
        var progress = ImportProgress()
    }

    private static let batch = 500
    private static let chunk = 262_144

    private let format: ExchangeFormat?
    private let state: Mutex<State>

    init(files: [ImportFiles.File], format: ExchangeFormat?) {
        self.format = format
        var state = State(files: files[...])
        state.progress.bytesTotal = ImportFiles.size(of: files)
        self.state = Mutex(state)
    }

    /// What was read so far.
    var report: ImportReport { state.withLock { $0.report } }

    /// The next contacts; `nil` at the end of the last file.
    ///
    /// - Throws: ``Failure`` when a file cannot be read.
    func next() throws -> ImportBatch? {
        try state.withLock { state in
            var batch: [ImportedContact] = []
            while batch.count < Self.batch, try open(&state) {
                if let parsed = state.parser?.next() {
                    take(parsed, &state, &batch)
                } else if state.isAtEnd {
                    try? state.handle?.close()
                    state.parser = nil
                    state.handle = nil
                } else {
                    try read(&state)
                }
            }
            state.report.contacts += batch.count
            state.progress.contacts = state.report.contacts
            return batch.isEmpty ? nil : ImportBatch(contacts: batch, progress: state.progress)
        }
    }

    private func take(_ parsed: ParsedContact, _ state: inout State, _ batch: inout [ImportedContact]) {
        switch parsed {
        case .contact(let contact):
            batch.append(ImportedContact(contact, rewritten: state.parser?.rewritten))
        case .problem(let line, let reason):
            state.report.add(ImportProblem(file: state.name, line: line, reason: reason))
        case .fault(let line, let reason):
            state.report.add(ImportProblem(file: state.name, line: line, reason: reason), isKept: true)
        case .notice(let line, let text):
            state.report.notices.append(ImportProblem(file: state.name, line: line, reason: text))
        }
    }

    /// Makes sure that a file is open; false behind the last one.
    private func open(_ state: inout State) throws -> Bool {
        if state.parser != nil { return true }
        guard let file = state.files.popFirst() else { return false }
        state.name = file.name
        state.isAtEnd = false
        if let path = file.path {
            guard let handle = FileHandle(forReadingAtPath: path) else {
                throw Failure(.noInput, "The file “\(file.name)” cannot be opened. Check its permissions.")
            }
            state.handle = handle
        } else {
            state.handle = FileHandle.standardInput
        }
        let first = try bytes(&state)
        guard let found = format ?? ExchangeFormat(path: file.name, beginning: first) else {
            if first.isEmpty { return try open(&state) }
            throw Failure(
                .badData,
                "The form of “\(file.name)” cannot be told. Name it with --format vcard, csv, json or jcard."
            )
        }
        state.parser = found.parser()
        state.parser?.append(first)
        if state.isAtEnd { state.parser?.finish() }
        return true
    }

    private func read(_ state: inout State) throws {
        let bytes = try bytes(&state)
        if state.isAtEnd { state.parser?.finish() } else { state.parser?.append(bytes) }
    }

    private func bytes(_ state: inout State) throws -> [UInt8] {
        do {
            let data = try state.handle?.read(upToCount: Self.chunk) ?? Data()
            if data.isEmpty { state.isAtEnd = true }
            state.progress.bytes += data.count
            return Array(data)
        } catch {
            throw Failure(.inputOutput, "The file “\(state.name)” cannot be read: \(error.localizedDescription)")
        }
    }
}

/// Some of the contacts of the files, and how far those are read.
struct ImportBatch: Sendable {
    var contacts: [ImportedContact]
    var progress: ImportProgress
}

/// Something in a file that is no contact.
struct ImportProblem: Equatable, Codable, Sendable {
    var file: String
    var line: Int
    var reason: String

    /// The problem as compilers tell theirs.
    var text: String { "\(file):\(line): \(reason)" }
}

/// How far the files of an import are read.
struct ImportProgress: Equatable, Codable, Sendable {
    /// The contacts that were read.
    var contacts = 0
    /// The bytes that were read.
    var bytes = 0
    /// The bytes of all files; `nil` when one of them has no size that is known before.
    var bytesTotal: Int?
}

/// What was read in the files of an import.
struct ImportReport: Equatable, Codable, Sendable {
    /// The most problems that are kept; the others are counted.
    private static let limit = 1_000

    /// How many contacts there were.
    var contacts = 0
    /// How many things there were that are none.
    private(set) var problemCount = 0
    /// How many lines could not be read and are kept with their contacts.
    private(set) var faultCount = 0
    /// The first of both.
    private(set) var problems: [ImportProblem] = []
    /// What is good to know about the files.
    var notices: [ImportProblem] = []

    /// Adds a problem.
    mutating func add(_ problem: ImportProblem, isKept: Bool = false) {
        if isKept { faultCount += 1 } else { problemCount += 1 }
        if problems.count < Self.limit { problems.append(problem) }
    }
}
