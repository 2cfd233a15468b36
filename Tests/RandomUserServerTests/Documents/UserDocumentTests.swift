import Testing

@Suite struct UserDocumentTests {
    @Test(arguments: ["format=pretty", "format=prettyjson", "fmt=PRETTY"])
    func `pretty JSON is the same document on many lines`(format: String) async throws {
        let plain = try await readJSON("/api/?seed=docs&results=60&page=2")
        let pretty = try await reply(to: "/api/?seed=docs&results=60&page=2&\(format)")
        #expect(try JSONValue(bytes: pretty.body) == plain)
        #expect(pretty.headers["content-type"] == "application/json; charset=utf-8")
        let lines = pretty.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 60 * 40)
        #expect(
            lines.prefix(4) == [
                "{", "  \"results\": [", "    {",
                "      \"gender\": \"\(plain["results"].array[0]["gender"].text ?? "")\",",
            ]
        )
    }

    @Test(arguments: ["", "&inc=nonsense", "&noinfo", "&inc=name,nat&noinfo"])
    func `small documents are valid pretty JSON`(query: String) async throws {
        let plain = try await readJSON("/api/?seed=x&results=2\(query)")
        #expect(try await readJSON("/api/?seed=x&results=2\(query)&format=pretty") == plain)
    }

    @Test(arguments: ["format=csv", "format=XML", "fmt=yaml", "fmt=json&format=csv"])
    func `a format that the server lacks is an error in JSON`(format: String) async throws {
        let answer = try await reply(to: "/api/?\(format)")
        #expect(answer.status == 400)
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
        #expect(try JSONValue(bytes: answer.body)["error"].text?.contains("JSON only") == true)
    }

    @Test(arguments: ["format=sql", "format=", "format=json&fmt=csv"])
    func `anything else is JSON, and format has precedence over fmt`(format: String) async throws {
        #expect(try await reply(to: "/api/?\(format)").text.hasPrefix("{\"results\":[{"))
    }
}
