import Testing

/// Judged by a reader that shares nothing with the writer.
@Suite struct XMLSinkTests {
    @Test func `XML has an element for each person and one for the information`() async throws {
        let served = try await ServedDocuments("xml", query: ServedDocuments.query + "&password=special,30")
        #expect(served.document.headers["content-type"] == "text/xml; charset=utf-8")
        let root = try XMLElement.parsed(served.document.body)
        #expect(root.name == "user")
        #expect(root.children.map(\.name) == Array(repeating: "results", count: 60) + ["info"])
        let people = root.children.dropLast().map(\.leaves)
        // A missing value is an empty element.
        let expected = served.json["results"].array.map { person in
            person.leaves.mapValues { $0 }.merging(person["id.value"].isNull ? ["id.value": ""] : [:]) { $1 }
        }
        #expect(people == expected)
        #expect(root.children.last?.leaves == served.json["info"].leaves)
        #expect(people.contains { $0["login.password"]?.contains("<") == true })
        #expect(people.contains { $0["login.password"]?.contains("&") == true })
    }
}
