import Primitives

/// The single-byte encodings of Windows by their numbers; the first is the default.
package enum CodePage: Int, CaseIterable, Sendable {
    case western = 1252
    case centralEuropean = 1250
    case cyrillic = 1251
    case greek = 1253
    case turkish = 1254
    case baltic = 1257

    /// Finds the code page of a CSV file, in which its columns have the names of a known language.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Windows-1252 if the names are ASCII or UTF-8, or are known in no other code page.
    static func ofHeader(_ beginning: [UInt8]) -> CodePage {
        let header = Array(beginning.prefix(FileDecoder.beginning).prefix { $0 != 0x0A && $0 != 0x0D })
        guard String(validating: header, as: UTF8.self) == nil else { return .western }
        var best = (page: CodePage.western, hits: 0)
        for page in allCases {
            var records = CSVRecords()
            records.append(page.text(header))
            records.finish()
            guard let names = try? records.next()?.fields else { continue }
            let hits = CSVTranslation(header: names).hits
            if hits > best.hits { best = (page, hits) }
        }
        return best.page
    }

    /// The characters of the bytes from 0x80; 0 if the code page has none.
    var characters: [UInt16] { Self.tables[self] ?? [] }

    private func text(_ bytes: [UInt8]) -> [UInt8] {
        let characters = characters
        var text = ""
        for byte in bytes {
            let scalar = byte < 0x80 ? UInt16(byte) : characters[Int(byte) - 0x80]
            text.unicodeScalars.append(Unicode.Scalar(scalar) ?? "?")
        }
        return Array(text.utf8)
    }

    private static let tables: [CodePage: [UInt16]] = Dictionary(
        uniqueKeysWithValues: allCases.map { page in (page, page.table()) }
    )

    private func table() -> [UInt16] {
        let encoding: String.Encoding? =
            switch self {
            case .western: .windowsCP1252
            case .centralEuropean: .windowsCP1250
            case .cyrillic: .windowsCP1251
            case .greek: .windowsCP1253
            case .turkish: .windowsCP1254
            case .baltic: nil
            }
        guard let encoding else { return Self.balticCharacters }
        return (0x80...0xFF).map { (byte: UInt8) in
            let scalar = String(bytes: [byte], encoding: encoding)?.unicodeScalars.first?.value ?? 0
            // A byte without a character is decoded as a control character.
            return scalar < 0xA0 ? 0 : UInt16(clamping: scalar)
        }
    }

    /// Windows-1257, which Foundation doesn't support.
    private static let balticCharacters: [UInt16] = [
        0x20AC, 0, 0x201A, 0, 0x201E, 0x2026, 0x2020, 0x2021, 0, 0x2030, 0, 0x2039, 0, 0xA8,
        0x02C7, 0xB8, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0, 0x2122, 0, 0x203A,
        0, 0xAF, 0x02DB, 0, 0xA0, 0, 0xA2, 0xA3, 0xA4, 0, 0xA6, 0xA7, 0xD8, 0xA9,
        0x0156, 0xAB, 0xAC, 0xAD, 0xAE, 0xC6, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7,
        0xF8, 0xB9, 0x0157, 0xBB, 0xBC, 0xBD, 0xBE, 0xE6, 0x0104, 0x012E, 0x0100, 0x0106, 0xC4, 0xC5,
        0x0118, 0x0112, 0x010C, 0xC9, 0x0179, 0x0116, 0x0122, 0x0136, 0x012A, 0x013B, 0x0160, 0x0143, 0x0145, 0xD3,
        0x014C, 0xD5, 0xD6, 0xD7, 0x0172, 0x0141, 0x015A, 0x016A, 0xDC, 0x017B, 0x017D, 0xDF, 0x0105, 0x012F,
        0x0101, 0x0107, 0xE4, 0xE5, 0x0119, 0x0113, 0x010D, 0xE9, 0x017A, 0x0117, 0x0123, 0x0137, 0x012B, 0x013C,
        0x0161, 0x0144, 0x0146, 0xF3, 0x014D, 0xF5, 0xF6, 0xF7, 0x0173, 0x0142, 0x015B, 0x016B, 0xFC, 0x017C,
        0x017E, 0x02D9,
    ]
}
