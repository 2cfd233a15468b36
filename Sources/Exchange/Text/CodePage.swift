import Foundation

/// The encodings of Windows with one byte for a character, by their numbers; the first is taken where nothing tells.
package enum CodePage: Int, CaseIterable, Sendable {
    case western = 1252
    case centralEuropean = 1250
    case cyrillic = 1251
    case turkish = 1254

    /// Finds the code page of a CSV file: the one in which its columns have names of a language.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Windows-1252 when the names are ASCII or UTF-8, or are known in no other one.
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

    /// The characters of the bytes from 0x80; 0 where the code page has none.
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
        let encoding: String.Encoding =
            switch self {
            case .western: .windowsCP1252
            case .centralEuropean: .windowsCP1250
            case .cyrillic: .windowsCP1251
            case .turkish: .windowsCP1254
            }
        return (0x80...0xFF).map { (byte: UInt8) in
            let scalar = String(bytes: [byte], encoding: encoding)?.unicodeScalars.first?.value ?? 0
            // A control character stands for a byte without a character.
            return scalar < 0xA0 ? 0 : UInt16(clamping: scalar)
        }
    }
}
