import Testing

/// Judged by a reader that shares nothing with the writer.
@Suite struct YAMLSinkTests {
    @Test func `YAML has the same content`() async throws {
        let served = try await ServedDocuments("yaml", query: ServedDocuments.query + "&password=special,30")
        #expect(served.document.headers["content-type"] == "text/x-yaml; charset=utf-8")
        let read = try YAMLReader.document(served.document.text)
        #expect(read["results"].array.count == 60)
        #expect(read["results"].array == served.json["results"].array)
        #expect(read["info"] == served.json["info"])
    }

    @Test func `YAML quotes texts that readers would take for other types`() async throws {
        let served = try await ServedDocuments("yaml", query: "seed=no&results=50&nat=no", scripts: [])
        let nations = served.document.text.split(separator: "\n").filter { $0.contains(" nat:") }
        #expect(nations.count == 50)
        #expect(nations.allSatisfy { $0.hasSuffix("nat: 'NO'") })
    }
}
