import Testing

@testable import Exchange

@Suite struct FileEncodingTests {
    private static let text = "Vorname,Ort\nJörg “x” 👩‍🚀,Zürich\n"

    private func decoded(_ bytes: [UInt8], pieces: Int = 1_000_000) -> (text: String, encoding: FileEncoding) {
        var decoder = FileDecoder()
        var found: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            found += decoder.decode(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        found += decoder.decode([], isLast: true)
        return (String(decoding: found, as: UTF8.self), decoder.encoding)
    }

    private func wide(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    @Test(arguments: [1, 3, 4_099, 1_000_000])
    func `UTF-8 stays as it is, without its mark`(pieces: Int) {
        let long = String(repeating: Self.text, count: 200)
        #expect(decoded(Array(long.utf8), pieces: pieces) == (long, .utf8))
        #expect(decoded([0xEF, 0xBB, 0xBF] + Array(long.utf8), pieces: pieces) == (long, .utf8))
        #expect(FileEncoding.utf8.note == nil)
    }

    @Test(arguments: [true, false], [1, 7, 1_000_000])
    func `UTF-16 is found by its mark and by its zeros`(isBigEndian: Bool, pieces: Int) {
        let bytes = wide(Self.text, isBigEndian: isBigEndian)
        let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        #expect(decoded(mark + bytes, pieces: pieces) == (Self.text, .utf16(isBigEndian: isBigEndian)))
        #expect(decoded(bytes, pieces: pieces) == (Self.text, .utf16(isBigEndian: isBigEndian)))
    }

    @Test func `half a character of UTF-16 is replaced`() {
        #expect(decoded([0xFF, 0xFE, 0x3D, 0xD8, 0x41, 0x00]).text == "\u{FFFD}A")
        #expect(decoded([0xFF, 0xFE, 0x41, 0x00, 0x3D]).text == "A\u{FFFD}")
    }

    @Test(arguments: [1, 1_000_000])
    func `other bytes are Windows-1252, or Latin-1 where that has none`(pieces: Int) {
        let start = Array("name,city\n".utf8)
        let western = FileEncoding.windows(.western)
        #expect(decoded(start + [0x4A, 0xF6, 0x72, 0x67], pieces: pieces) == ("name,city\nJörg", western))
        #expect(decoded(start + [0x93, 0xF6, 0x94, 0x80], pieces: pieces) == ("name,city\n“ö”€", western))
        #expect(decoded([0x81, 0xF6], pieces: pieces) == ("\u{81}ö", western))
        #expect(western.note == "Windows text")
        #expect(FileEncoding.windows(.cyrillic).note == "Windows text (Cyrillic)")
    }

    @Test func `one bad byte among characters of UTF-8 does not change the encoding`() {
        let bytes = Array("ä ö ü ".utf8) + [0xFF] + Array(" ß".utf8)
        var decoder = FileDecoder()
        #expect(decoder.decode(bytes, isLast: true) == bytes)
        #expect(decoder.encoding == .utf8)
        var first = FileDecoder()
        #expect(first.decode([0xFF] + Array(" ä ö ü".utf8), isLast: true).first == 0xFF)
    }

    @Test func `bytes are kept for a reader that knows them, and the encoding is told`() {
        var decoder = FileDecoder(keepsBytes: true)
        #expect(decoder.decode([0x41, 0x93, 0xE4], isLast: true) == [0x41, 0x93, 0xE4])
        #expect(decoder.encoding == .windows(.western))
    }

    @Test func `the steps grow with the bytes, whatever they are`() {
        for worst in [[0x61], [0xFF], [0xC3], [0xE4, 0xC3, 0xBC]] as [[UInt8]] {
            let steps = [1, 4].map { factor in
                var decoder = FileDecoder()
                let bytes =
                    [UInt8](repeating: 0x61, count: 4_096) + (0..<(20_000 * factor)).map { worst[$0 % worst.count] }
                for start in stride(from: 0, to: bytes.count, by: 1_000) {
                    _ = decoder.decode(Array(bytes[start..<min(start + 1_000, bytes.count)]))
                }
                return decoder.steps
            }
            #expect(steps[1] <= steps[0] * 5)
        }
    }
}
