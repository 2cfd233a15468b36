// swift-format-ignore-file

// What needs `nonisolated` in a module whose declarations belong to the main actor. The article on default isolation has a
// table of these messages.

import Bloc

struct Todo: Equatable, Sendable {
    var title = ""
    var isShort: Bool { title.count < 4 }
}

func shorten(_ text: String) -> String { String(text.prefix(3)) }

final class TodoBloc: Bloc {  // error: main actor-isolated conformance of 'Todo' to 'Equatable' cannot satisfy // error: type 'TodoBloc' does not conform to protocol 'StateSource'
    enum Event { case opened }
    typealias State = Todo
    let runtime: BlocRuntime<TodoBloc>

    init(_ runtime: BlocRuntime<TodoBloc>) {
        self.runtime = runtime
    }
}

final class TitleBloc: Bloc {
    enum Event { case titled(Todo) }
    typealias State = String
    let runtime: BlocRuntime<TitleBloc>

    init() {
        runtime = BlocRuntime(initialState: "") { bloc in
            bloc.on { event, emit in
                guard case .titled(let todo) = event else { return }
                emit(todo.isShort ? "" : shorten("long"))  // error: main actor-isolated property 'isShort' can not be referenced from a Sendable closure // error: call to main actor-isolated global function 'shorten' in a synchronous nonisolated context
            }
        }
    }
}
