import RandomUserServer

/// Runs `body` against a server of its own and stops it afterwards.
@discardableResult
func withServer<Result>(
    _ options: ServerOptions = ServerOptions(),
    _ body: (EmbeddedServer, WireClient) async throws -> Result
) async throws -> Result {
    let server = try await EmbeddedServer.start(options: options)
    do {
        let result = try await body(server, WireClient(port: server.port))
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
