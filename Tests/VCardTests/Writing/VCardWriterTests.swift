import Testing
import VCard

@Suite struct VCardWriterTests {
    @Test func `a fold is never within a character`() {
        for shift in 0..<4 {
            let text = "NOTE:" + String(repeating: "x", count: shift) + String(repeating: "😀", count: 60)
            let lines = written([text], .v4)
            #expect(lines.allSatisfy { $0.utf8.count <= 75 })
            #expect(lines.joined(separator: "\n").replacing("\n ", with: "") == text)
        }
    }

    @Test func `a card stands between its first and last lines, with the version and the name that it requires`() {
        var bytes: [UInt8] = []
        VCardWriter(version: .v3).append(VCard(lines: [VCardLine("FN", value: "A")]), to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self) == "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nN:;;;;\r\nEND:VCARD\r\n"
        )
    }

    @Test(arguments: [(75, 1), (76, 2), (149, 2), (150, 3)])
    func `a line of 75 octets is whole, the lines after a fold hold 74 of it`(octets: Int, lines: Int) {
        #expect(written(["NOTE:" + String(repeating: "x", count: octets - 5)], .v4).count == lines)
    }
}
