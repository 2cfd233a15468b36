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
                        let reader = Self.reader(request, emit)
                        let summary = try await service.importContacts(
                            title: "import",
                            duplicates: request.duplicates,
                            next: { try reader.next() }
                        )
                        emit(.finished(summary, reader.report))
                        manager.broadcast(ContactsChanged())
                    case .previewed(let request):
                        let reader = Self.reader(request, emit)
                        while try reader.next() != nil { try Task.checkCancellation() }
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

    private static func reader(_ request: ImportRequest, _ emit: Emitter<ImportBloc>) -> ImportReader {
        ImportReader(files: request.files, format: request.format) { emit(.running($0)) }
    }
}
