import Testing

@testable import BookSync

@Suite struct `The bytes of a card` {
    @Test func `Line ends become the ones of vCards, and a byte order mark goes`() {
        let bytes = CardBytes.normalized([0xEF, 0xBB, 0xBF] + Array("BEGIN:VCARD\nFN:A\r\nEND:VCARD".utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == "BEGIN:VCARD\r\nFN:A\r\nEND:VCARD")
    }

    @Test(
        arguments: [
            ("", "it is empty"), (" \r\n", "it is empty"),
            ("<html>", "it is no vCard (it has no BEGIN:VCARD)"),
            ("BEGIN:VCARD\r\nFN:A\r\n", "it is cut off (it has no END:VCARD)"),
            ("BEGIN:VCARD\nFN:A\nEND:VCARD\nbegin:vcard\nFN:B\nend:vcard\n", "it holds 2 cards"),
        ]
    )
    func `What is not one whole card is named`(text: String, fault: String) {
        let problem = #expect(throws: ParsedCard.Problem.self) { try ParsedCard(Array(text.utf8)) }
        #expect(problem?.reason == fault)
    }

    @Test func `A whole card passes`() throws {
        let card = Array("begin:vcard\r\nFN:A\r\nNOTE:BEGIN:VCARD\r\nEND:VCARD \r\n".utf8)
        #expect(try ParsedCard(card).bytes == card)
    }
}
