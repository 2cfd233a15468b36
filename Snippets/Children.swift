// A bloc with a child bloc for each of its rows.

import Bloc

// snippet.show
final class StopwatchBloc: Bloc {
    enum Event { case ticked }
    typealias State = Int
    let runtime: BlocRuntime<StopwatchBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on { _, emit in emit(emit.state + 1) }
        }
    }
}

final class RaceBloc: Bloc {
    enum Event {
        case joined(String)
        case left(String)
        case ticked(String, Int)
    }
    typealias State = [String: Int]
    let runners = BlocCollection<String, StopwatchBloc>()
    let runtime: BlocRuntime<RaceBloc>

    init() {
        runtime = BlocRuntime(initialState: [:]) { [runners] bloc in
            bloc.on { event, emit in
                switch event {
                case .joined(let name): runners.bloc(for: name) { StopwatchBloc() }
                case .left(let name): runners.remove(name)
                case .ticked(let name, let time): emit.update { $0[name] = time }
                }
            }
        }
        runners.attach(to: self, changed: { .ticked($0, $1) })
    }
}

let race = RaceBloc()
race.add(.joined("Ada"))
race.runners["Ada"]?.add(.ticked)
print(race.state)  // ["Ada": 1]
await race.close()  // closes the runners first
// snippet.hide
