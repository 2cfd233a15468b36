import RandomUserServer
import Testing

@Suite struct UserDocumentTests {
    @Test(arguments: ["xml", "csv", "yaml"])
    func `a format is accepted in any letter case, and format has precedence over fmt`(
        format: String
    ) async throws {
        try await withServer { _, client async throws in
            let plain = try await client.send("/api/?seed=abc&format=\(format)")
            let upper = try await client.send("/api/?seed=abc&format=\(format.uppercased())")
            let other = try await client.send("/api/?seed=abc&fmt=\(format)")
            let both = try await client.send("/api/?seed=abc&format=\(format)&fmt=json")
            #expect(Set([plain.text, upper.text, other.text, both.text]).count == 1)
            let unknown = try await client.send("/api/?seed=abc&format=sql")
            #expect(unknown.headers["content-type"] == "application/json; charset=utf-8")
        }
    }
}
