import Bloc
import BlocKit
import Dispatch
import Exchange
import Primitives
import Repository
import Services
import Synchronization

/// Imports the contacts of files, all of them or none.
typealias ImportBloc = LoadBloc<ImportEvent, ImportContent, Failure>

extension ImportBloc {
    static var key: BlocKey<ImportBloc> { BlocKey("import") }

    convenience init(service: any ImportService, list: any ContactListService, manager: BlocManager) {
        self.init(
            name: Self.key.name,
            policy: .droppable,
            keepsContent: false,
            failure: { error, _ in Failure(error) },
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
                    let preview = Mutex(ImportPreview())
                    // Without a store, everything is new, and a trial must not create one.
                    let stored = try await list.contacts(ContactQuery(limit: 1), policy: .cacheOnly).contacts
                    if stored.isEmpty {
                        while let batch = try reader.next() {
                            emit.loading(.progress(batch.progress))
                            try Task.checkCancellation()
                            preview.withLock { preview in
                                for imported in batch.contacts { preview.add(.added, imported.contact) }
                            }
                        }
                    } else {
                        // The store does the work, and takes it back at the end.
                        do {
                            _ = try await service.importContacts(title: "import", duplicates: request.duplicates) {
                                guard let batch = try reader.next() else { throw EndOfTrial() }
                                emit.loading(.progress(batch.progress))
                                return batch.contacts.map { imported in
                                    var observed = imported
                                    observed.observer = { outcome in
                                        preview.withLock { $0.add(outcome, imported.contact) }
                                    }
                                    return observed
                                }
                            }
                        } catch is EndOfTrial {}
                    }
                    return .previewed(reader.report, preview.withLock { $0 })
                }
            }
        )
    }
}

/// Ends the import of a trial, so that nothing of it stays.
private struct EndOfTrial: Error {}

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

struct ImportRequest: Equatable, Codable, Sendable {
    var files: [ImportFiles.File]
    /// The format that all of them have; `nil` detects it for each.
    var format: ExchangeFormat?
    var duplicates: DuplicateRule
    /// The order of ambiguous dates.
    var dates: DateOrder?
    var columns: [ColumnMapping]?
}

/// Makes the next few of something on a thread of its own while the ones before are used.
final class ReadAhead<Element: Sendable>: Sendable {
    private struct State {
        /// What was made and not taken yet.
        var made: [Result<Element?, any Error>] = []
        var isStopped = false
    }

    /// How many are made ahead: who uses them takes longer for some than for others.
    private static var depth: Int { 4 }

    private let make: @Sendable () throws -> Element?
    private let queue = DispatchQueue(label: "contacts.reading")
    private let made = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    init(_ make: @escaping @Sendable () throws -> Element?) {
        self.make = make
        for _ in 0..<Self.depth { begin() }
    }

    private func begin() {
        queue.async { [self] in
            if state.withLock({ $0.isStopped }) { return }
            let result = Result { try make() }
            state.withLock { if !$0.isStopped { $0.made.append(result) } }
            made.signal()
        }
    }

    /// Waits for the next, which blocks the thread; to be asked by one thread at a time, and not again after the end.
    func next() throws -> Element? {
        made.wait()
        guard let result = state.withLock({ $0.made.isEmpty ? nil : $0.made.removeFirst() }) else {
            // A second call gets the same answer.
            made.signal()
            throw CancellationError()
        }
        begin()
        return try result.get()
    }

    /// Stops making elements; who waits for the next gets `CancellationError` at once.
    func stop() {
        state.withLock { $0 = State(isStopped: true) }
        made.signal()
    }
}

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
            let changes = ContactDraft(new).changes(from: ContactDraft(old))
            let fields = changes.map { $0.label.lowercased() }.joined(separator: ", ")
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
}
