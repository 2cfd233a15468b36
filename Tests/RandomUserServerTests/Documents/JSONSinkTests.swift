import Testing

/// Judged by a reader that shares nothing with the writer.
@Suite struct JSONSinkTests {
    @Test(arguments: ["pretty", "prettyjson", "PRETTY"])
    func `pretty JSON is the same document on many lines`(format: String) async throws {
        let served = try await ServedDocuments(format)
        #expect(try JSONValue(bytes: served.document.body) == served.json)
        #expect(served.document.headers["content-type"] == "application/json; charset=utf-8")
        let lines = served.document.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 60 * 40)
        #expect(
            lines.prefix(4) == [
                "{", "  \"results\": [", "    {",
                "      \"gender\": \"\(served.json["results"].array[0]["gender"].text ?? "")\",",
            ]
        )
    }

    @Test(arguments: ["", "&inc=nonsense", "&noinfo", "&inc=name,nat&noinfo"])
    func `small documents are valid pretty JSON`(query: String) async throws {
        let served = try await ServedDocuments("pretty", query: "seed=x&results=2\(query)")
        #expect(try JSONValue(bytes: served.document.body) == served.json)
    }
}
