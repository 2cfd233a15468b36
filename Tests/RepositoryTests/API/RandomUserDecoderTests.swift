import Testing

@testable import Repository

@Suite struct RandomUserDecoderTests {
    private func decode(_ json: String) throws -> RandomUserContent {
        try RandomUserContent(Array(json.utf8))
    }

    @Test func `one undecodable person does not affect the others`() throws {
        let content = try decode(
            #"{"results":[{"nat":"US"},{"nat":5,"name":{"first":"é"}},{"nat":"FR"},7],"info":{"seed":"s"}}"#
        )
        #expect(content.people.map(\.index) == [0, 2])
        #expect(content.people.map(\.contact.nationality) == ["US", "FR"])
        #expect(content.unreadable.map(\.index) == [1, 3])
        #expect(content.info == ["seed": "s"])
    }

    @Test func `info accepts texts and numbers`() throws {
        let info = try decode(#"{"info":{"seed":12,"results":"5","page":1.5,"version":null,"x":[]},"results":[]}"#).info
        #expect(info == ["seed": "12", "results": "5", "page": "1.5"])
        #expect(try decode(#"{"info":7,"results":[]}"#).info.isEmpty)
    }

    @Test func `an error without people is kept`() throws {
        #expect(try decode(#"{"error":"Uh oh"}"#).error == "Uh oh")
        #expect(try decode(#"{"error":{"x":1}}"#).error == "an error without a text")
    }

    @Test(arguments: [
        "", "<html>", "[]", "5", #"{"results":{}}"#, #"{"people":[]}"#, "{}", #"{"results":[{"nat":"US"}"#,
        #"{"results":[]}x"#, #"{"results":[{"nat":"US"},{"#,
    ])
    func `other JSON is refused`(text: String) {
        #expect(throws: RandomUserContent.Unreadable.self) { try decode(text) }
    }

    @Test func `thousands of undecodable people make the page an error`() throws {
        func page(_ count: Int) -> String {
            "{\"results\":[\(Array(repeating: "5", count: count).joined(separator: ","))]}"
        }
        #expect(try decode(page(5000)).unreadable.count == 5000)
        #expect(throws: RandomUserContent.Unreadable.self) { try decode(page(5001)) }
    }
}
