import RandomUserServer
import Testing

/// The same people in JSON and in another format, as a server sends them.
struct ServedDocuments {
    static let query = "seed=docs&results=60&page=2"

    let json: JSONValue
    let document: WireResponse

    init(
        _ format: String,
        query: String = query,
        scripts: Set<NameScript> = Set(NameScript.allCases)
    ) async throws {
        (json, document) = try await withServer(ServerOptions(scripts: scripts)) { _, client async throws in
            (try await client.json("/api/?\(query)"), try await client.send("/api/?\(query)&format=\(format)"))
        }
        #expect(document.status == 200)
    }
}
