import Bloc
import BlocKit
import Dispatch
import Exchange
import Primitives
import Repository
import Services
import Synchronization

/// Imports the contacts of files, all of them or none.
typealias ImportBloc = LoadBloc<ImportEvent, ImportContent, ImportFailure>

extension ImportBloc {
    static var key: BlocKey<ImportBloc> { BlocKey("import") }

    convenience init(service: any ImportService, list: any ContactListService, manager: BlocManager) {
        self.init(
            name: Self.key.name,
            policy: .droppable,
            keepsContent: false,
            failure: { error, _ in ImportFailure(error) },
            load: { event, emit in
                switch event {
                case .requested(let request):
                    let reader = ImportReader(request)
                    // While one batch is stored, the next is read.
                    let batches = ReadAhead { try reader.next() }
                    defer { batches.stop() }
                    let summary = try await withTaskCancellationHandler {
                        try await service.importContacts(title: "import", duplicates: request.duplicates) {
                            let batch = try batches.next()
                            if let batch { emit.loading(.progress(batch.progress)) }
                            return batch?.contacts
                        }
                    } onCancel: {
                        batches.stop()
                    }
                    manager.broadcast(ContactsChanged())
                    return .finished(summary, reader.report)
                case .previewed(let request):
                    let reader = ImportReader(request)
                    let trial = ImportTrial()
                    // Without a store, everything is new, and a trial must not create one.
                    let stored = try await list.contacts(ContactQuery(limit: 1), policy: .cacheOnly).contacts
                    if stored.isEmpty {
                        while let batch = try reader.next() {
                            emit.loading(.progress(batch.progress))
                            try Task.checkCancellation()
                            trial.add(batch.contacts)
                        }
                    } else {
                        do {
                            _ = try await service.importContacts(title: "import", duplicates: request.duplicates) {
                                guard let batch = try reader.next() else { throw ImportTrial.End() }
                                emit.loading(.progress(batch.progress))
                                return trial.observed(batch.contacts)
                            }
                        } catch is ImportTrial.End {}
                    }
                    return .previewed(reader.report, trial.preview)
                }
            }
        )
    }
}

enum ImportEvent: Codable, Sendable {
    case requested(ImportRequest)
    /// Files are to be read only, to see what is in them.
    case previewed(ImportRequest)
}

enum ImportContent: Equatable, Codable, Sendable {
    /// The amount read so far; the import is running.
    case progress(ImportProgress)
    /// Everything is stored.
    case finished(ImportSummary, ImportReport)
    /// Everything was read, and nothing was stored.
    case previewed(ImportReport, ImportPreview)
}

enum ImportFailure: Error, Equatable, Codable, Sendable {
    case file(ExitStatus, String)
    case store(RepositoryError)

    init(_ error: any Error) {
        if let failure = error as? Failure {
            self = .file(failure.status, failure.message)
        } else {
            self = .store(RepositoryError(shown: error))
        }
    }

    /// The error as the program reports it.
    var error: any Error {
        switch self {
        case .file(let status, let message): Failure(status, message)
        case .store(let error): error
        }
    }
}

struct ImportRequest: Equatable, Codable, Sendable {
    var files: [ImportFiles.File]
    /// The format that all of them have; `nil` detects it for each.
    var format: ExchangeFormat?
    var duplicates: DuplicateRule
    /// The order of ambiguous dates.
    var dates: DateOrder?
    var columns: [ColumnMapping]?
}

/// Makes the next of something on a thread of its own while the one before is used.
final class ReadAhead<Element: Sendable>: Sendable {
    private struct State {
        var ready: [Result<Element?, any Error>] = []
        var isStopped = false
    }

    private let state: Mutex<State>
    private let (filled, free) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    /// The maximum number that is made before one is wanted.
    private static var depth: Int { 2 }

    /// Starts making elements on a thread of its own, until `make` returns `nil` or throws.
    init(_ make: @escaping @Sendable () throws -> Element?) {
        state = Mutex(State())
        // Not its first value: that it could not go below at its end.
        for _ in 0..<Self.depth { free.signal() }
        DispatchQueue(label: "contacts.reading").async { [self] in
            var isGoingOn = true
            while isGoingOn {
                free.wait()
                if state.withLock(\.isStopped) { return }
                let result = Result { try make() }
                if case .success(.some) = result {} else { isGoingOn = false }
                let isWanted = state.withLock { state in
                    if !state.isStopped { state.ready.append(result) }
                    return !state.isStopped
                }
                guard isWanted else { return }
                filled.signal()
            }
        }
    }

    /// Waits for the next, which blocks the thread; to be asked by one thread at a time, and not again after the end.
    func next() throws -> Element? {
        filled.wait()
        let (result, isStopped) = state.withLock { state in
            (state.isStopped ? state.ready[0] : state.ready.removeFirst(), state.isStopped)
        }
        // A second call gets the same answer.
        (isStopped ? filled : free).signal()
        return try result.get()
    }

    /// Ends the thread, once it is done with what it makes; who waits for the next gets `CancellationError` at once.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.ready = [.failure(CancellationError())]
        }
        filled.signal()
        free.signal()
    }
}

/// The effect that an import would have.
struct ImportPreview: Equatable, Codable, Sendable {
    /// The maximum number of contacts of each kind that are named.
    private static let limit = 10

    private(set) var added = 0
    private(set) var updated = 0
    /// The number of contacts that would stay as they are.
    private(set) var kept = 0
    private(set) var addedNames: [String] = []
    /// The first contacts that would change, each with its changed fields.
    private(set) var updatedNames: [String] = []

    mutating func add(_ outcome: ImportOutcome, _ contact: Contact) {
        switch outcome {
        case .added:
            added += 1
            if addedNames.count < Self.limit { addedNames.append(contact.displayName) }
        case .updated(let old, let new):
            updated += 1
            guard updatedNames.count < Self.limit else { return }
            let fields = Self.changed(old, new).joined(separator: ", ")
            updatedNames.append(new.displayName + (fields.isEmpty ? "" : " (\(fields))"))
        case .unchanged, .skipped: kept += 1
        }
    }

    var text: String {
        var sentences: [String] = []
        for (verb, count, names) in [("add", added, addedNames), ("update", updated, updatedNames)] where count > 0 {
            let more = count > names.count ? ", and \(count - names.count) more" : ""
            sentences.append("Would \(verb) \(CountText.contacts(count)): \(names.joined(separator: ", "))\(more).")
        }
        if kept > 0 {
            sentences.append("\(CountText.contacts(kept)) would stay as \(kept == 1 ? "it is" : "they are").")
        }
        return sentences.joined(separator: " ")
    }

    private static func changed(_ old: Contact, _ new: Contact) -> [String] {
        let (before, after) = (ContactDraft(old), ContactDraft(new))
        return ContactField.editable.filter { before.differs(from: after, in: $0) }
            .compactMap { $0.input?.label?.lowercased() }
    }
}

/// Imports contacts into nothing: the store does the work, is listened to, and takes it back at the end.
final class ImportTrial: Sendable {
    /// Ends the import of a trial, so that nothing of it stays.
    struct End: Error {}

    private let found = Mutex(ImportPreview())

    var preview: ImportPreview { found.withLock { $0 } }

    /// The contacts as the store takes them, which tell what became of them.
    func observed(_ contacts: [ImportedContact]) -> [ImportedContact] {
        contacts.map { imported in
            let contact = imported.contact
            var observed = imported
            observed.observer = { outcome in self.found.withLock { $0.add(outcome, contact) } }
            return observed
        }
    }

    /// Counts contacts, none of which is stored yet.
    func add(_ contacts: [ImportedContact]) {
        found.withLock { preview in
            for imported in contacts { preview.add(.added, imported.contact) }
        }
    }
}
