// Tests without a harness: a receipt says when an event is over, a stream holds every state.

import Bloc

final class CounterBloc: Bloc {
    enum Event { case incremented }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on(policy: .sequential) { event, emit in
                await Task.yield()
                emit.update { $0 += 1 }
            }
        }
    }
}

// snippet.show
let counter = CounterBloc()
let states = counter.states
counter.add(.incremented)
counter.add(.incremented)
await counter.close(.drain)

var seen: [Int] = []
for await state in states { seen.append(state) }
print(seen)  // [0, 1, 2]
// snippet.hide
precondition(seen == [0, 1, 2])
