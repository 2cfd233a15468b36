// The answer to one event: the last state that its handler published.

import Bloc

struct WeatherDown: Error {}

// snippet.show
final class WeatherBloc: Bloc {
    enum Event { case refreshed(String) }
    enum State: Equatable {
        case none, loading
        case shown(String)
    }
    let runtime: BlocRuntime<WeatherBloc>

    init(load: @escaping @Sendable (String) async throws -> String) {
        runtime = BlocRuntime(initialState: .none) { bloc in
            bloc.on({ if case .refreshed(let city) = $0 { city } else { nil } }, policy: .droppable) { city, emit in
                emit(.loading)
                emit(.shown(try await load(city)))
            }
        }
    }
}
// snippet.hide

let weather = WeatherBloc { city in
    if city.isEmpty { throw WeatherDown() }
    return "rain in \(city)"
}
// snippet.answer
do {
    print(try await weather.answer(to: .refreshed("Oslo")))  // shown("rain in Oslo")
    print(try await weather.answer(to: .refreshed("")))
} catch is WeatherDown {
    print("no weather")  // the error that the handler threw
} catch let error as BlocError where error.code == .droppedEvent {
    print("another refresh was running")
}
// snippet.end
await weather.close()
