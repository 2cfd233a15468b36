import Bloc
import BlocFiles

/// A service that makes up the weather from the name of the city.
struct InventedWeather: WeatherService {
    func weather(in city: String) async throws -> Weather {
        Weather(
            location: city,
            condition: city.count.isMultiple(of: 2) ? "sunny" : "rainy",
            celsius: Double(city.count * 3)
        )
    }
}

/// Reads lines: the name of a city, `units` or `refresh`; saves the state in the folder `weather-example`.
@main
struct WeatherProgram {
    static func main() async throws {
        let storage = FileHydrationStorage(folder: "weather-example")
        let bloc = WeatherBloc(service: InventedWeather(), storage: storage)
        show(bloc.state)
        while let line = readLine() {
            let event: WeatherBloc.Event =
                switch line {
                case "units": .unitsToggled
                case "refresh": .refreshed
                default: .requested(line)
                }
            _ = await bloc.add(event).outcome
            show(bloc.state)
        }
        await bloc.close()
        // Throws if the last state couldn't be saved.
        try await bloc.flush()
    }

    private static func show(_ state: WeatherBloc.State) {
        guard let weather = state.weather else { return print("Which city?") }
        print(weather.location, weather.condition, state.units.text(weather.celsius))
    }
}
