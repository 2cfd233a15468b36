// swift-format-ignore-file

// Handlers that the library does not have, and what the compiler says of them.

import Bloc

final class SearchBloc: Bloc {
    enum Event { case typed(String), cleared }
    typealias State = [String]
    let runtime: BlocRuntime<SearchBloc>

    init() {
        runtime = BlocRuntime(initialState: []) { $0.on { event in print(event) } }  // error: expects 2 arguments, but 1 was used in closure body
    }
}

func parameters(_ bloc: inout BlocBuilder<SearchBloc>) {
    bloc.on { print("cleared") }  // error: contextual type for closure argument list expects 2 arguments, which cannot be implicitly ignored
    bloc.on({ if case .typed(let text) = $0 { text } else { nil } }) { text in print(text) }  // error: expects 2 arguments, but 1 was used in closure body
}

func policies(_ bloc: inout BlocBuilder<SearchBloc>) {
    bloc.on(.restartable) { event, emit in print(event) }  // error: type 'EventType<Any>' has no member 'restartable'
    bloc.on(policy: .each { event in
        switch event {  // error: switch must be exhaustive
        case .cleared: .droppable
        }
    }) { _, emit in emit([]) }
}

func conditions(_ bloc: inout BlocBuilder<SearchBloc>) {
    bloc.on({ if case .cleared = $0 { true } else { false } }) { _, emit in emit([]) }  // warning: A condition needs its label: bloc.on(where: { … }) { event, emit in … }
}

func search(_ text: String) async {}
