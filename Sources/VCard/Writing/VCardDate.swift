/// Converts dates between vCard versions and plain text.
public enum VCardDate: Sendable {
    /// Returns a line's date as `YYYY-MM-DD`, or `--MM-DD` without a year; any other text is unescaped.
    public static func plain(_ line: VCardLine) -> String {
        let text = VCardText.unescaped(line.value)
        guard line.parameter("VALUE")?.lowercased() != "text", let parts = parts(text) else { return text }
        let omitted = line.parameter("X-APPLE-OMIT-YEAR")
        let year = omitted != nil && omitted == parts.year ? nil : parts.year
        return (year ?? "-") + "-" + parts.month + "-" + parts.day
    }

    /// Returns the line for a date in the format of ``plain(_:)``.
    public static func line(
        _ name: String,
        _ plain: String,
        parameters: [VCardParameter] = [],
        group: String? = nil,
        version: VCardVersion
    ) -> VCardLine {
        var parameters = parameters.filter { $0.name != "VALUE" && $0.name != "X-APPLE-OMIT-YEAR" }
        guard let parts = parts(plain), plain.utf8.count == (parts.year == nil ? 7 : 10) else {
            if !isPartial(plain) { parameters.append(VCardParameter("VALUE", ["text"])) }
            return VCardLine(name, parameters: parameters, group: group, value: VCardText.escaped(plain))
        }
        var year = parts.year
        if version == .v3, year == nil {
            year = "1604"
            parameters.append(VCardParameter("X-APPLE-OMIT-YEAR", ["1604"]))
        }
        let value =
            version == .v3 ? "\(year ?? "")-\(parts.month)-\(parts.day)" : (year ?? "--") + parts.month + parts.day
        return VCardLine(name, parameters: parameters, group: group, value: value)
    }

    /// Converts a timestamp from basic format, `20260131T120000Z`, to extended format; `nil` if it has another format.
    package static func extended(_ timestamp: String) -> String? {
        let bytes = Array(timestamp.utf8)
        guard bytes.count >= 15, bytes[8] == UInt8(ascii: "T"), (bytes[..<8] + bytes[9..<15]).allSatisfy(isDigit)
        else { return nil }
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let date = [text(0..<4), text(4..<6), text(6..<8)].joined(separator: "-")
        let time = [text(9..<11), text(11..<13), text(13..<15)].joined(separator: ":")
        return "\(date)T\(time)\(text(15..<bytes.count))"
    }

    /// Returns whether the text is an incomplete date (`1985`, `1985-04`, `---12` in RFC 6350) or a date with a time.
    private static func isPartial(_ text: String) -> Bool {
        let digits = text.utf8.count(where: isDigit)
        return digits >= 2 && text.utf8.allSatisfy { isDigit($0) || "-+:TZ.".utf8.contains($0) }
    }

    /// Returns the parts of `1985-04-12`, `19850412`, `--04-12` or `--0412`, optionally with midnight as the time.
    private static func parts(_ text: String) -> (year: String?, month: String, day: String)? {
        guard text.utf8.count <= longest else { return nil }
        let date = midnights.first(where: text.hasSuffix).map { text.dropLast($0.count) } ?? text[...]
        guard shapes.contains(String(decoding: date.utf8.map { isDigit($0) ? 0x30 : $0 }, as: UTF8.self)) else {
            return nil
        }
        let digits = date.filter { $0 != "-" }
        let (month, day) = (digits.suffix(4).prefix(2), digits.suffix(2))
        guard 1...12 ~= Int(month) ?? 0, 1...31 ~= Int(day) ?? 0 else { return nil }
        return (digits.count == 8 ? String(digits.prefix(4)) : nil, String(month), String(day))
    }

    /// The supported date formats, with a zero for each digit.
    private static let shapes: Set = ["0000-00-00", "00000000", "000000-00", "--00-00", "--0000"]
    private static let midnights = ["T00:00:00Z", "T000000Z", "T00:00:00", "T000000"]
    /// The length of `1985-04-12T00:00:00Z` in bytes.
    private static let longest = 20

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
