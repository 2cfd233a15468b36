import Primitives

/// The single-byte Windows encodings, by number; the first one is the default.
package enum CodePage: Int, CaseIterable, Sendable {
    case western = 1252
    case centralEuropean = 1250
    case cyrillic = 1251
    case greek = 1253
    case turkish = 1254
    case baltic = 1257

    /// Finds the code page in which a CSV file's column names match a known language.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Windows-1252 if the names are ASCII or UTF-8, or don't match in any other code page.
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

    /// The name to display to users.
    var name: String {
        switch self {
        case .western: "Western"
        case .centralEuropean: "Central European"
        case .cyrillic: "Cyrillic"
        case .greek: "Greek"
        case .turkish: "Turkish"
        case .baltic: "Baltic"
        }
    }

    /// The characters for the bytes from 0x80; 0 if a byte has none.
    var characters: [UInt16] { Self.tables[self] ?? [] }

    /// Converts bytes from this code page to UTF-8; bytes without a character become control characters.
    func text(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let characters = characters
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            let printed = byte < 0x80 ? 0 : characters[Int(byte) - 0x80]
            if byte < 0x80 {
                text.append(byte)
            } else {
                text += (Unicode.Scalar(printed == 0 ? UInt16(byte) : printed) ?? "?").utf8
            }
        }
        return text
    }

    private static let tables: [CodePage: [UInt16]] = Dictionary(
        uniqueKeysWithValues: allCases.map { page in (page, page.table()) }
    )

    private func table() -> [UInt16] {
        (0x80...0xFF).map { (byte: UInt8) in
            let text = CharsetText.decoded([byte], from: "windows-\(rawValue)")
            let scalar = text?.unicodeScalars.first?.value ?? 0
            // Bytes without a character may be decoded as control characters.
            return scalar < 0xA0 ? 0 : UInt16(clamping: scalar)
        }
    }
}
