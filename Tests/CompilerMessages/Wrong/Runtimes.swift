// swift-format-ignore-file

// Blocs without the right runtime.

import Bloc

final class SelfBloc: Bloc {  // error: type 'SelfBloc' does not conform to protocol 'StateSource' // error: Declare it in the class, by the name of the class instead of Self: `let runtime: BlocRuntime<CounterBloc>`
    enum Event { case incremented }
    typealias State = Int
    let runtime: BlocRuntime<Self>  // error: stored property cannot have covariant 'Self' type

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in bloc.on { _, emit in emit(1) } }
    }
}

final class NoRuntimeBloc: Bloc {  // error: type 'NoRuntimeBloc' does not conform to protocol 'StateSource' // error: Declare it in the class, by the name of the class instead of Self: `let runtime: BlocRuntime<CounterBloc>`
    enum Event { case incremented }
    typealias State = Int
}
