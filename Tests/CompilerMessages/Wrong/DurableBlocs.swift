// swift-format-ignore-file

// Handlers of durable blocs that would wait.

import Bloc
import BlocDurable

final class WaitingBloc: DurableBloc {
    enum Event: Codable { case started }
    typealias State = Int
    let runtime: BlocRuntime<WaitingBloc>

    init(_ durable: Durable<WaitingBloc>) {
        runtime = durable.runtime(initialState: 0) { waits(&$0) }
    }
}

func waits(_ bloc: inout DurableBuilder<WaitingBloc>) {
    bloc.on { event, emit in await search("\(event)") }  // error: to parameter expecting synchronous function type
    bloc.on { _, emit in emit.sleep() }  // error: value of type 'DurableEmitter<WaitingBloc>' has no member 'sleep'
}
