import Foundation
import Testing

@testable import Exchange

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
    func `the code page is the one in which the columns have names`(
        header: String,
        encoding: String.Encoding,
        page: CodePage
    ) {
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
        let bytes = bytes(text, .windowsCP1251)
        var decoder = FileDecoder()
        var found: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            found += decoder.decode(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        found += decoder.decode([], isLast: true)
        #expect(String(decoding: found, as: UTF8.self) == text)
        #expect(decoder.encoding == .windows(.cyrillic))
        #expect(decoder.encoding.note == "Windows text (Cyrillic)")
    }

    @Test func `a card is not a list of columns`() {
        var decoder = FileDecoder(keepsBytes: true)
        let card = bytes("Имя;Фамилия;Отдел\n", .windowsCP1251)
        #expect(decoder.decode(card, isLast: true) == card)
        #expect(decoder.encoding == .windows(.western))
    }

    @Test func `Windows-1252 leaves five bytes free`() {
        #expect(CodePage.western.characters.count == 128)
        #expect(CodePage.western.characters.prefix(32).filter { $0 == 0 }.count == 5)
        #expect(CodePage.western.characters[0] == 0x20AC)
    }
}
