// swift-format-ignore-file

// Uses of a bloc that do nothing, or not what was meant.

import Bloc
import BlocKit

final class CounterBloc: Bloc {
    enum Event { case incremented }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in bloc.on { _, emit in emit(emit.state + 1) } }
    }
}

struct PrintingObserver: BlocObserver {}

func tokens(_ counter: CounterBloc) {
    // Nothing would be called: a token that is not kept ends its subscription.
    counter.observe { print($0) }  // warning: result of call to 'observe(when:_:)' is unused
    counter.select({ $0 }) { print($0) }  // warning: result of call to 'select(_:when:_:)' is unused
    counter.bind { print($0) }  // warning: result of call to 'bind(when:_:)' is unused
    BlocObservers.install(PrintingObserver())  // warning: result of call to 'install' is unused
}

func states(_ counter: CounterBloc) {
    counter.state = 1  // error: cannot assign to property: 'state' is a get-only property
    counter.add(.decremented)  // error: type 'CounterBloc.Event' has no member 'decremented'
}

func emitters(_ bloc: inout BlocBuilder<CounterBloc>) {
    bloc.on { _, emit in emit.effect("1") }  // error: cannot convert value of type 'String' to expected argument type 'Never'
    bloc.on(where: { $0 == .incremented }) { event, emit in
        try await emit.sleep(for: .seconds(1))
        emit(.failed)  // error: type 'CounterBloc.State' (aka 'Int') has no member 'failed'
    }
}

enum GreetingKey: DependencyKey {
    static var live: String { "hello" }
}

extension Dependencies {
    var greeting: String { self[GreetingKey.self] }
}

final class GreetingBloc: Bloc {
    enum Event { case greeted }
    typealias State = String
    // A wrapper is a variable; a bloc has `private let greeting = injected(\.greeting)`.
    @Injected(\.greeting) private var greeting  // error: stored property '_greeting' of 'Sendable'-conforming class 'GreetingBloc' is mutable
    let runtime = BlocRuntime<GreetingBloc>(initialState: "") { $0.on { _, emit in emit("hello") } }
}
