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
