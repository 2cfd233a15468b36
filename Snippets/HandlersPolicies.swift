// A policy for each event, in one switch that the compiler checks.

import Bloc

final class EditorBloc: Bloc {
    enum Event {
        case queryChanged(String)
        case saved, refreshed
    }
    typealias State = [String]
    let runtime: BlocRuntime<EditorBloc>

    init(find: @escaping @Sendable (String) async throws -> [String]) {
        runtime = BlocRuntime(initialState: []) { bloc in
            // snippet.show
            bloc.on(
                policy: .each { event in
                    switch event {
                    case .queryChanged: .restartable
                    case .saved: .sequential
                    case .refreshed: .droppable
                    }
                }
            ) { event, emit in
                switch event {
                case .queryChanged(let query): emit(try await find(query))
                case .saved, .refreshed: emit(try await find(""))
                }
            }
            // snippet.hide
        }
    }
}

let editor = EditorBloc { [$0] }
_ = await editor.add(.queryChanged("ada")).outcome
print(editor.state)
await editor.close()
