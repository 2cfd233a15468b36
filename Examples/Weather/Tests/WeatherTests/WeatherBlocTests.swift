import Bloc
import BlocTesting
import Testing

@testable import Weather

@Suite struct WeatherBlocTests {
    private struct Offline: Error {}
    private struct FailingWeather: WeatherService {
        func weather(in city: String) async throws -> Weather { throw Offline() }
    }

    private let storage = InMemoryHydrationStorage()
    private let oslo = Weather(location: "Oslo", condition: "sunny", celsius: 12)

    @Test("a city is loaded and shown in either unit") func loads() async throws {
        try await testBloc(
            build: { WeatherBloc(service: InventedWeather(), storage: storage) },
            act: { run in
                _ = await run.add(.requested("Oslo")).outcome
                run.add(.unitsToggled)
            },
            states: [
                WeatherBloc.State(status: .loading),
                WeatherBloc.State(status: .success, weather: oslo),
                WeatherBloc.State(status: .success, units: .fahrenheit, weather: oslo),
            ]
        )
        #expect(Units.fahrenheit.text(oslo.celsius) == "54.0 °F")
        #expect(Units.celsius.text(oslo.celsius) == "12.0 °C")
    }

    @Test("a failure keeps the weather that is known") func failure() async throws {
        let known = WeatherBloc.State(status: .success, weather: oslo)
        try await testBloc(
            build: { WeatherBloc(service: FailingWeather(), storage: storage) },
            seed: known,
            act: { $0.add(.refreshed) },
            states: [
                WeatherBloc.State(status: .loading, weather: oslo), WeatherBloc.State(status: .failure, weather: oslo),
            ],
            errors: [.type(Offline.self)]
        )
    }

    @Test("nothing is loaded without a city", arguments: [WeatherBloc.Event.refreshed, .requested("")])
    func ignores(event: WeatherBloc.Event) async throws {
        try await testBloc(build: { WeatherBloc(service: FailingWeather(), storage: storage) }, act: { $0.add(event) })
    }

    @Test("the next run begins with the weather of the last one") func hydrates() async throws {
        let first = WeatherBloc(service: InventedWeather(), storage: storage)
        _ = await first.add(.requested("Oslo")).outcome
        try await first.flush()
        await first.close()

        let second = WeatherBloc(service: FailingWeather(), storage: storage)
        #expect(second.state == WeatherBloc.State(status: .success, weather: oslo))
        await second.close()
    }

    @Test("data that cannot be read is moved aside, and the bloc begins from nothing") func damaged() async {
        let damaged = InMemoryHydrationStorage(["weather": HydratedData(version: 1, bytes: Array("{".utf8))])
        let bloc = WeatherBloc(service: InventedWeather(), storage: damaged)
        #expect(bloc.state == WeatherBloc.State())
        #expect(damaged.aside["weather"]?.count == 1)
        await bloc.close()
    }
}
