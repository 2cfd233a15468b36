import Bloc
import BlocKit
import Exchange
import Primitives
import Repository
import Services

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
