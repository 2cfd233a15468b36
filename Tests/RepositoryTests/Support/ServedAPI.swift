import RandomUserServer
import Repository

/// The API client with an embedded server, over real HTTP.
struct ServedAPI {
    var options = ServerOptions()
    var retries = RetryPolicy(limit: 0, clock: InstantClock(), random: { 0 }, date: { 0 })

    /// Runs `body` with the client and its server, then stops both.
    func run<Result>(_ body: (RandomUserContactAPI, EmbeddedServer) async throws -> Result) async throws -> Result {
        let server = try await EmbeddedServer.start(options: options)
        let transport = CurlTransport()
        let settings = APISettings(version: "1.4", seed: "abc", endpoint: { server.baseURL })
        let api = RandomUserContactAPI(settings: settings, transport: transport, retries: retries)
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(api, server)) } catch { result = .failure(error) }
        await transport.shutdown()
        await server.stop()
        return try result.get()
    }
}
