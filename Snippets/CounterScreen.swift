// SwiftUI views of a bloc, on systems that have SwiftUI.

#if canImport(SwiftUI)
import Bloc
import BlocSwiftUI
import SwiftUI

final class CounterBloc: Bloc {
    enum Event { case incremented }
    enum Effect { case reachedTen }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on { event, emit in
                emit(emit.state + 1)
                if emit.state == 10 { emit.effect(.reachedTen) }
            }
        }
    }
}

// snippet.show
struct CounterView: View {
    @State private var counter = CounterBloc()
    @State private var isCelebrating = false

    var body: some View {
        Button("\(counter.state)") { counter.add(.incremented) }
            .task {
                for await effect in counter.effects {
                    switch effect {
                    case .reachedTen: isCelebrating = true
                    }
                }
            }
            .alert("Ten!", isPresented: $isCelebrating) {}
    }
}
// snippet.hide

// snippet.provider
struct CounterScreen: View {
    var body: some View {
        BlocProvider(CounterBloc()) { ProvidedCounterView() }
    }
}

struct ProvidedCounterView: View {
    @BlocState(CounterBloc.self) private var count
    @State private var isCelebrating = false

    var body: some View {
        Button("\(count)") { $count.add(.incremented) }
            .onEffect(of: CounterBloc.self) { _ in isCelebrating = true }
            .alert("Ten!", isPresented: $isCelebrating) {}
    }
}
// snippet.end
#endif
