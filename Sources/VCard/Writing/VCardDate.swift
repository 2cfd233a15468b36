/// Converts dates between vCard versions and plain text.
public enum VCardDate: Sendable {
    /// Returns the date of a line as `YYYY-MM-DD`, or `--MM-DD` without a year; other text is unescaped.
    public static func plain(_ line: VCardLine) -> String {
        let text = VCardText.unescaped(line.value)
        guard line.parameter("VALUE")?.lowercased() != "text" else { return text }
        guard let parts = parts(text) else { return text }
        let omitted = line.parameter("X-APPLE-OMIT-YEAR")
        let year = omitted != nil && omitted == parts.year ? nil : parts.year
        return (year ?? "-") + "-" + parts.month + "-" + parts.day
    }

    /// Returns the line for a date in the form of ``plain(_:)``.
    public static func line(
        _ name: String,
        _ plain: String,
        parameters: [VCardParameter] = [],
        group: String? = nil,
        version: VCardVersion
    ) -> VCardLine {
        var parameters = parameters.filter { $0.name != "VALUE" && $0.name != "X-APPLE-OMIT-YEAR" }
        guard let parts = parts(plain), plain.utf8.count == (parts.year == nil ? 7 : 10) else {
            let isPartial = partialForm(plain)
            if !isPartial { parameters.append(VCardParameter("VALUE", ["text"])) }
            return VCardLine(name, parameters: parameters, group: group, value: VCardText.escaped(plain))
        }
        switch (version, parts.year) {
        case (.v3, nil):
            parameters.append(VCardParameter("X-APPLE-OMIT-YEAR", ["1604"]))
            let value = "1604-\(parts.month)-\(parts.day)"
            return VCardLine(name, parameters: parameters, group: group, value: value)
        case (.v3, let year?):
            let value = "\(year)-\(parts.month)-\(parts.day)"
            return VCardLine(name, parameters: parameters, group: group, value: value)
        case (.v4, let year):
            let value = (year ?? "--") + parts.month + parts.day
            return VCardLine(name, parameters: parameters, group: group, value: value)
        }
    }

    /// Whether the text is an incomplete date of RFC 6350 (`1985`, `1985-04`, `---12`) or a date with a time.
    private static func partialForm(_ text: String) -> Bool {
        let digits = text.utf8.count { 0x30...0x39 ~= $0 }
        guard digits >= 2, !text.isEmpty else { return false }
        return text.utf8.allSatisfy {
            0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2B || $0 == 0x3A || $0 == 0x54 || $0 == 0x5A || $0 == 0x2E
        }
    }

    /// Returns the parts of `1985-04-12`, `19850412`, `--04-12` or `--0412`, also with midnight as the time.
    private static func parts(_ text: String) -> (year: String?, month: String, day: String)? {
        guard text.utf8.count <= longest else { return nil }
        var date = Array(text.utf8)[...]
        for midnight in midnights where date.reversed().starts(with: midnight.reversed()) {
            date.removeLast(midnight.count)
        }
        var year: String?
        if date.starts(with: [dash, dash]) {
            date.removeFirst(2)
        } else {
            guard date.count >= 4, date.prefix(4).allSatisfy(isDigit) else { return nil }
            year = String(decoding: date.prefix(4), as: UTF8.self)
            date.removeFirst(4)
            if date.first == dash {
                date.removeFirst()
                guard date.contains(dash) else { return nil }
            }
        }
        if date.count == 5, date[date.startIndex + 2] == dash { date.remove(at: date.startIndex + 2) }
        guard date.count == 4, date.allSatisfy(isDigit) else { return nil }
        let (month, day) = (date.prefix(2), date.suffix(2))
        guard 1...12 ~= number(month), 1...31 ~= number(day) else { return nil }
        return (year, String(decoding: month, as: UTF8.self), String(decoding: day, as: UTF8.self))
    }

    private static let dash = UInt8(ascii: "-")
    private static let midnights = ["T00:00:00Z", "T000000Z", "T00:00:00", "T000000"].map { Array($0.utf8) }
    /// The length of `1985-04-12T00:00:00Z` in bytes.
    private static let longest = 20

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
}
