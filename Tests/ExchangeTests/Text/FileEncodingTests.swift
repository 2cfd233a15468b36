import Foundation
import Testing

@testable import Exchange

/// The text of a file that comes in pieces, and its encoding.
private func decoded(_ bytes: [UInt8], pieces: Int = 1_000_000) -> (text: String, encoding: FileEncoding) {
    var decoder = FileDecoder()
    var found: [UInt8] = []
    for piece in bytes.pieces(of: pieces) { found += decoder.decode(piece) }
    found += decoder.decode([], isLast: true)
    return (String(decoding: found, as: UTF8.self), decoder.encoding)
}

@Suite struct FileEncodingTests {
    private static let text = "Vorname,Ort\nJörg “x” 👩‍🚀,Zürich\n"

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

    @Test func `the steps grow with the bytes, whatever they are`() {
        for worst in [[0x61], [0xFF], [0xC3], [0xE4, 0xC3, 0xBC]] as [[UInt8]] {
            let steps = [1, 4].map { factor in
                var decoder = FileDecoder()
                let bytes =
                    [UInt8](repeating: 0x61, count: 4_096) + (0..<(20_000 * factor)).map { worst[$0 % worst.count] }
                for piece in bytes.pieces(of: 1_000) { _ = decoder.decode(piece) }
                return decoder.steps
            }
            #expect(steps[1] <= steps[0] * 5)
        }
    }
}

@Suite struct CodePageTests {
    private func bytes(_ text: String, _ encoding: String.Encoding) -> [UInt8] {
        Array(text.data(using: encoding) ?? Data())
    }

    @Test(arguments: [
        ("Imię,Nazwisko,Dział", String.Encoding.windowsCP1250, CodePage.centralEuropean),
        ("Имя;Фамилия;Отдел", .windowsCP1251, .cyrillic), ("İlk Adı;Soyadı;Şirket", .windowsCP1254, .turkish),
        ("First Name;Χώρα/Περιοχή εργασίας;Χώρα/Περιοχή οικίας;Άλλη χώρα/περιοχή", .windowsCP1253, .greek),
        ("Prénom;Nom;Société", .windowsCP1252, .western), ("Größe,Farbe,Länge", .windowsCP1252, .western),
        ("Имя;Фамилия;Отдел", .utf8, .western), ("name,city", .windowsCP1250, .western),
    ])
    func `the columns have names in the right code page`(header: String, encoding: String.Encoding, page: CodePage) {
        #expect(CodePage.ofHeader(bytes(header + "\nx,y\n", encoding)) == page)
        #expect(CodePage.ofHeader(bytes(header, encoding)) == page)
    }

    @Test func `the letters of Windows-1257, which Foundation does not know`() {
        // “Vārds,Uzvārds,Uzņēmums” in Windows-1257.
        let header: [UInt8] =
            [0x56, 0xE2, 0x72, 0x64, 0x73, 0x2C, 0x55, 0x7A, 0x76, 0xE2, 0x72, 0x64, 0x73, 0x2C]
            + [0x55, 0x7A, 0xF2, 0xE7, 0x6D, 0x75, 0x6D, 0x73, 0x0A]
        #expect(CodePage.ofHeader(header) == .baltic)
        #expect(String(decoding: FileDecoder.decodedText(header), as: UTF8.self) == "Vārds,Uzvārds,Uzņēmums\n")
    }

    @Test(arguments: [1, 1_000_000])
    func `a file is read in the code page of its columns, whole or in pieces`(pieces: Int) {
        let text = "Имя;Фамилия;Отдел\r\n" + String(repeating: "Ада;Лавлейс;Поэзия\r\n", count: 300)
        #expect(decoded(bytes(text, .windowsCP1251), pieces: pieces) == (text, .windows(.cyrillic)))
    }

    @Test func `a card is not a list of columns`() {
        var decoder = FileDecoder(keepsBytes: true)
        let card = bytes("Имя;Фамилия;Отдел\n", .windowsCP1251)
        #expect(decoder.decode(card, isLast: true) == card)
        #expect(decoder.encoding == .windows(.western))
    }
}
