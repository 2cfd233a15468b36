// swift-format-ignore-file

// Handlers that the library does not have: the compiler says what to write instead.

import Bloc

final class SearchBloc: Bloc {
    enum Event { case typed(String), cleared }
    typealias State = [String]
    let runtime: BlocRuntime<SearchBloc>

    init() {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on { event in print(event) }  // error: A handler has two parameters: bloc.on { event, emit in … }
        }
    }
}

func parameters(_ bloc: inout BlocBuilder<SearchBloc>) {
    bloc.on { print("cleared") }  // error: A handler has two parameters: bloc.on { event, emit in … }
    bloc.on { event in await search("\(event)") }  // error: A handler has two parameters: bloc.on { event, emit in … }
    bloc.on(lane: "search", policy: .restartable) { print($0) }  // error: A handler has two parameters: bloc.on { event, emit in … }
    bloc.on(where: { _ in true }) { event in  // error: A handler has two parameters: bloc.on { event, emit in … }
        await search("\(event)")
    }
    bloc.on({ if case .typed(let text) = $0 { text } else { nil } }) { text in print(text) }  // error: A handler has two parameters: bloc.on({ … }) { payload, emit in … }
    bloc.on({ if case .typed(let text) = $0 { text } else { nil } }, policy: .restartable) { text in  // error: A handler has two parameters: bloc.on({ … }) { payload, emit in … }
        await search(text)
    }
    bloc.on { event, emit, more in print(event) }  // error: expects 2 arguments, but 3 were used in closure body
}

func policies(_ bloc: inout BlocBuilder<SearchBloc>) {
    bloc.on(policy: { _ in .restartable }) { event in await search("\(event)") }  // error: A handler has two parameters: bloc.on(policy: { … }) { event, emit in … }
    bloc.on(.restartable) { event, emit in print(event) }  // error: A policy has a label: bloc.on(policy: .restartable) { event, emit in … }
    bloc.on(.droppable.debounce(for: .seconds(1)), lane: "search") { event, emit in await search("\(event)") }  // error: A policy has a label: bloc.on(policy: .restartable) { event, emit in … }
    bloc.on(policy: { event in
        switch event {  // error: switch must be exhaustive
        case .cleared: .droppable
        }
    }) { _, emit in emit([]) }
    bloc.on(.cleared) { event, emit in emit([]) }  // error: Select events by a condition: bloc.on(where: { $0 == .refreshed }) { event, emit in … }
}

func conditions(_ bloc: inout BlocBuilder<SearchBloc>) {
    bloc.on({ if case .cleared = $0 { true } else { false } }) { _, emit in emit([]) }  // warning: A condition has a label: bloc.on(where: { … }) { event, emit in … }
    bloc.on({ _ in true }, policy: .restartable) { _, emit in try await emit.sleep(for: .seconds(1)) }  // warning: A condition has a label: bloc.on(where: { … }) { event, emit in … }
}

func typed(_ bloc: inout BlocBuilder<FamilyBloc>) {
    bloc.on(Typed.self) { event in print(event) }  // error: A handler has two parameters: bloc.on(Type.self) { event, emit in … }
    bloc.on(Typed.self, policy: .sequential) { event in await search("\(event)") }  // error: A handler has two parameters: bloc.on(Type.self) { event, emit in … }
}

protocol Family: Sendable {}
struct Typed: Family {}

final class FamilyBloc: Bloc {
    typealias Event = any Family
    typealias State = Int
    let runtime = BlocRuntime<FamilyBloc>(initialState: 0) { bloc in
        bloc.on(Typed.self) { _, emit in emit(1) }
    }
}

func search(_ text: String) async {}
