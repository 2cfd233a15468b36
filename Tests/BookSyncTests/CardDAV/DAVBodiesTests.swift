import Testing

@testable import BookSync

@Suite struct `The questions to a server` {
    /// Counts elements and joins their text.
    private final class Reader: XMLHandler {
        var names: [String] = []
        var value: [UInt8] = []
        func begin(_ name: XMLName, attributes: [XMLName: String]) throws(XMLFault) { names.append(name.local) }
        func end() throws(XMLFault) {}
        func text(_ bytes: UnsafeRawBufferPointer) throws(XMLFault) { value += bytes }
    }

    private func read(_ body: String) throws -> Reader {
        let reader = Reader()
        let stream = try XMLStream(reader)
        try stream.append(Array(body.utf8))
        try stream.finish()
        return reader
    }

    @Test func `Names and tokens go out as they came, whatever is in them`() throws {
        let name = "/a&b<c>]]>\"'ü%20.vcf"
        #expect(String(decoding: try read(DAVBodies.multiget([name], version4: true)).value, as: UTF8.self) == name)
        let token = try read(DAVBodies.changes(since: "t&<>\u{1}\r"))
        #expect(String(decoding: token.value, as: UTF8.self) == "t&<>\r1")
    }

    @Test func `Looking for address books costs no look at their cards`() throws {
        let names = try read(DAVBodies.books).names
        #expect(names.contains("displayname") && !names.contains("getctag") && !names.contains("sync-token"))
        #expect(
            try read(DAVBodies.collection(withTag: true)).names.filter { ["getctag", "sync-token"].contains($0) } == [
                "getctag"
            ]
        )
    }
}
