import Bloc
import Repository
import Services

/// Brings the contacts of files into the store, all of them or none.
final class ImportBloc: Bloc {
    typealias Event = ImportEvent
    typealias State = ImportState

    static let key = BlocKey<ImportBloc>("import")

    let runtime: BlocRuntime<ImportBloc>

    init(service: any ImportService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            bloc.on(policy: .droppable) { event, emit in
                emit(.running(ImportProgress()))
                do {
                    switch event {
                    case .requested(let request):
                        let reader = ImportReader(files: request.files, format: request.format)
                        // While some are stored, the next are read.
                        let batches = ReadAhead { try reader.next() }
                        defer { batches.stop() }
                        let summary = try await withTaskCancellationHandler {
                            try await service.importContacts(title: "import", duplicates: request.duplicates) {
                                let batch = try batches.next()
                                if let batch { emit(.running(batch.progress)) }
                                return batch?.contacts
                            }
                        } onCancel: {
                            batches.stop()
                        }
                        emit(.finished(summary, reader.report))
                        manager.broadcast(ContactsChanged())
                    case .previewed(let request):
                        let reader = ImportReader(files: request.files, format: request.format)
                        while let batch = try reader.next() {
                            emit(.running(batch.progress))
                            try Task.checkCancellation()
                        }
                        emit(.previewed(reader.report))
                    }
                } catch let failure as Failure {
                    emit(.failure(.file(failure.status, failure.message)))
                } catch {
                    emit(.failure(.store(try RepositoryError.unlessCancelled(error))))
                }
            }
        }
    }
}

/// What the import is told.
enum ImportEvent: Codable, Sendable {
    /// Files are to be imported.
    case requested(ImportRequest)
    /// Files are to be read only, to see what is in them.
    case previewed(ImportRequest)
}

/// How far an import is.
enum ImportState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// Files are being read.
    case running(ImportProgress)
    /// All is stored.
    case finished(ImportSummary, ImportReport)
    /// All was read, and nothing stored.
    case previewed(ImportReport)
    /// Something went wrong; nothing was stored.
    case failure(ImportFailure)
}

/// Why an import stored nothing.
enum ImportFailure: Equatable, Codable, Sendable {
    /// A file could not be read.
    case file(ExitStatus, String)
    /// The store could not be written.
    case store(RepositoryError)

    /// The failure as the program tells it.
    var error: any Error {
        switch self {
        case .file(let status, let message): Failure(status, message)
        case .store(let error): error
        }
    }
}

/// What is to be imported, and how.
struct ImportRequest: Equatable, Codable, Sendable {
    /// The files, in their order.
    var files: [ImportFiles.File]
    /// The form that all of them are in; `nil` looks at each.
    var format: ExchangeFormat?
    /// What becomes of contacts that are here already.
    var duplicates: DuplicateRule
}
