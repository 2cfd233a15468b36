import Bloc
import BlocFiles

struct Weather: Codable, Equatable, Sendable {
    let location: String
    let condition: String
    let celsius: Double
}

enum Units: String, Codable, Sendable {
    case celsius, fahrenheit

    func text(_ celsius: Double) -> String {
        switch self {
        case .celsius: "\(celsius.rounded()) °C"
        case .fahrenheit: "\((celsius * 9 / 5 + 32).rounded()) °F"
        }
    }
}

protocol WeatherService: Sendable {
    func weather(in city: String) async throws -> Weather
}

/// The weather of a city, which is saved for the next run.
final class WeatherBloc: Bloc {
    enum Event: Equatable {
        case requested(String)
        case refreshed, unitsToggled
    }
    enum Status: String, Codable { case initial, loading, success, failure }
    struct State: Codable, Equatable, Sendable {
        var status = Status.initial
        var units = Units.celsius
        var weather: Weather?
    }
    let runtime: BlocRuntime<WeatherBloc>

    init(service: any WeatherService, storage: any HydrationStorage) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.hydrate(CodableHydration(key: "weather", storage: storage))
            bloc.on(where: { $0 == .unitsToggled }) { _, emit in
                emit.update { $0.units = $0.units == .celsius ? .fahrenheit : .celsius }
            }
            // The last requested city is shown, whichever answer comes first.
            bloc.on(policy: .restartable) { event, emit in
                let city = if case .requested(let city) = event { city } else { emit.state.weather?.location ?? "" }
                guard !city.isEmpty else { return }
                emit.update { $0.status = .loading }
                do {
                    let weather = try await service.weather(in: city)
                    emit.update { ($0.status, $0.weather) = (.success, weather) }
                } catch {
                    emit.update { $0.status = .failure }
                    throw error
                }
            }
        }
    }
}
