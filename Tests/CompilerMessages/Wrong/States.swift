// swift-format-ignore-file

// States and events that a bloc cannot have.

import Bloc

final class UnequalBloc: Bloc {  // error: type 'UnequalBloc' does not conform to protocol 'StateSource'
    enum Event { case incremented }
    struct State { var count = 0 }
    let runtime: BlocRuntime<UnequalBloc>

    init(_ runtime: BlocRuntime<UnequalBloc>) {
        self.runtime = runtime
    }
}

final class Document {
    var text = ""
}

final class SharedEventBloc: Bloc {  // error: type 'SharedEventBloc.Event' does not conform to the 'Sendable' protocol
    enum Event { case opened(Document) }
    typealias State = Int
    let runtime: BlocRuntime<SharedEventBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in bloc.on { _, emit in emit(1) } }
    }
}

public final class PublicEventBloc: Bloc {  // error: type 'PublicEventBloc.Event' does not conform to the 'Sendable' protocol
    public enum Event { case incremented }
    public typealias State = Int
    public let runtime: BlocRuntime<PublicEventBloc>

    public init() {
        runtime = BlocRuntime(initialState: 0) { bloc in bloc.on { _, emit in emit(1) } }
    }
}
