import Primitives
import Testing

struct CharsetTextTests {
    @Test(arguments: [
        ("windows-1251", [0xCF, 0xB8] as [UInt8], "Пё"), ("ISO-8859-15", [0xA4], "€"), ("utf-8", [0xC3, 0xBC], "ü"),
        ("", [0x41], nil), ("no-such-encoding", [0x41], nil), ("utf-8//IGNORE", [0x41], nil), ("utf-8", [0xFF], nil),
    ])
    func `valid bytes are decoded by the encoding's name on the Internet`(name: String, bytes: [UInt8], text: String?) {
        #expect(CharsetText.decoded(bytes, from: name) == text)
    }
}
