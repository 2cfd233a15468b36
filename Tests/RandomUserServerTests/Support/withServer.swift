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

/// The answer of a server of its own to one request.
func reply(to target: String, method: String = "GET", headers: [String: String] = [:], body: String = "") async throws
    -> WireResponse
{
    try await withServer { _, client in
        try await client.send(target, method: method, headers: headers, body: body)
    }
}

func readJSON(_ target: String) async throws -> JSONValue {
    try await withServer { _, client in try await client.json(target) }
}

func readPeople(_ target: String) async throws -> [JSONValue] {
    try await withServer { _, client in try await client.people(target) }
}
