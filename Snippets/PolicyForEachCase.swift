// A policy that is chosen for each event in one switch.

import Bloc

protocol NoteService: Sendable {
    func search(_ query: String) async throws -> [String]
    func save(_ note: String) async throws
}

final class NoteBloc: Bloc {
    enum Event {
        case queryChanged(String)
        case saved(String)
        case refreshed
    }

    enum State: Equatable {
        case empty
        case results([String])
    }

    let runtime: BlocRuntime<NoteBloc>

    init(service: any NoteService) {
        runtime = BlocRuntime(initialState: .empty) { bloc in
            // snippet.show
            bloc.on(
                policy: .each { event in
                    switch event {
                    case .queryChanged: .restartable.debounce(for: .milliseconds(300))
                    case .saved: .sequential
                    case .refreshed: .droppable
                    }
                }
            ) { event, emit in
                switch event {
                case .queryChanged(let query): emit(.results(try await service.search(query)))
                case .saved(let note): try await service.save(note)
                case .refreshed: emit(.results(try await service.search("")))
                }
            }
            // snippet.hide
        }
    }
}
