import Testing

@testable import VCard

@Suite struct ParameterParserTests {
    /// The parameters between the name `X` and the colon.
    private func parameters(_ text: String) throws -> [VCardParameter] {
        try #require(VCardLine(text: "X" + text + ":v")).parameters
    }

    @Test func `values stand between commas, in quotes or not`() throws {
        #expect(try parameters(";A=1,\"2;,:3\",;B=").map(\.values) == [["1", "2;,:3", ""], [""]])
    }

    @Test func `the escapes of RFC 6868 are undone, others stay`() throws {
        #expect(try parameters(";A=a^nb^'c^^d^xe^").map(\.values) == [["a\nb\"c^d^xe^"]])
    }

    @Test func `types and encodings of version 2.1 have no name`() throws {
        #expect(
            try parameters(";HOME;BASE64;voice;8BIT") == [
                VCardParameter("TYPE", ["HOME", "voice"]), VCardParameter("ENCODING", ["BASE64"]),
            ]
        )
    }

    @Test func `a label as Android writes it is one`() throws {
        #expect(try parameters(";X-Mobile(2)") == [VCardParameter(VCardLine.customLabel, ["Mobile(2)"])])
    }

    @Test(arguments: [
        ("X;A=\"open:v", "a quotation mark is not closed"), ("X;A B:v", "a parameter has no valid name"),
        ("X;A=\":\"", "the parameters of the line do not end with a colon"),
    ])
    func `a fault says what is wrong`(text: String, reason: String) {
        let fault = #expect(throws: LineFault.self) {
            try Array(text.utf8).withUnsafeBufferPointer { bytes throws(LineFault) in try LineParser.parse(bytes) }
        }
        #expect(fault?.reason == reason)
    }
}
