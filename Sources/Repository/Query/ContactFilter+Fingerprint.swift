extension ContactFilter {
    /// The same short text for the same filter in every run of every process; empty for a filter that leaves nobody out.
    var fingerprint: String {
        guard self != ContactFilter() else { return "" }
        var parts = [text, nationalities.map { $0.lowercased() }.sorted().joined(separator: ",")]
        parts += [
            gender?.lowercased(), city.map(FoldedText.key), country.map(FoldedText.key), category.map(FoldedText.key),
        ].map {
            $0.map { "=" + $0 } ?? ""
        }
        parts.append(favorites ? "favorites" : "")
        parts.append(birthdays.map { $0.isWholeYear ? "always" : "\($0.first) \($0.last)" } ?? "")
        parts.append(updatedSince.map { "\($0.milliseconds)" } ?? "")
        parts.append(expression.map(Self.text) ?? "")
        // FNV-1a; whoever makes two filters collide only shows himself the wrong page.
        let hash = parts.joined(separator: "\u{0}").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 36)
    }

    private static func text(_ expression: ContactExpression) -> String {
        switch expression {
        case .term(let term):
            "\(term.field?.rawValue ?? ""):\(term.isPhrase ? "\"" : "")\(term.text.utf8.count):\(term.text)"
        case .all(let parts): "(\(parts.map(text).joined(separator: "&")))"
        case .any(let parts): "(\(parts.map(text).joined(separator: "|")))"
        case .not(let part): "-(\(text(part)))"
        }
    }
}
