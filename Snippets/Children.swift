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

extension BlocKey where B == StopwatchBloc {
    static func runner(_ name: String) -> BlocKey { BlocKey("runner", id: name) }
}

final class RaceBloc: Bloc {
    enum Event {
        case joined(String)
        case left(String)
    }
    typealias State = [String: Int]
    let runners = BlocManager()
    let runtime: BlocRuntime<RaceBloc>

    init() {
        runtime = BlocRuntime(initialState: [:]) { [runners] bloc in
            bloc.on({ if case .joined(let name) = $0 { name } else { nil } }) { name, emit in
                let runner = runners.bloc(for: .runner(name)) { StopwatchBloc() }
                for await time in runner.states { emit.update { $0[name] = time } }
                // Here either the runner has closed or the race closes.
                await runner.close()
                emit.update { $0[name] = nil }
            }
            bloc.on({ if case .left(let name) = $0 { name } else { nil } }) { name, _ in
                await runners.close(.runner(name))
            }
        }
    }
}

let race = RaceBloc()
race.add(.joined("Ada"))
_ = await race.states.first { $0["Ada"] == 0 }
race.runners.add(.ticked, to: .runner("Ada"))
_ = await race.states.first { $0["Ada"] == 1 }
print(race.state)  // ["Ada": 1]
await race.close()  // closes the runners first
// snippet.hide
