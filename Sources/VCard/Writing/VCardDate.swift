/// A date as the versions of vCard write it.
public enum VCardDate: Sendable {
    /// The date of a line as `YYYY-MM-DD`, without a year as `--MM-DD`; any other text as it is, without escapes.
    public static func plain(_ line: VCardLine) -> String {
        let text = VCardText.unescaped(line.value)
        guard line.parameter("VALUE")?.lowercased() != "text" else { return text }
        guard let parts = parts(text) else { return text }
        let omitted = line.parameter("X-APPLE-OMIT-YEAR")
        let year = omitted != nil && omitted == parts.year ? nil : parts.year
        return (year ?? "-") + "-" + parts.month + "-" + parts.day
    }

    /// The line of a date in that form.
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

    /// A date of RFC 6350 that is not whole (`1985`, `1985-04`, `---12`) or has a time.
    private static func partialForm(_ text: String) -> Bool {
        let digits = text.utf8.count { 0x30...0x39 ~= $0 }
        guard digits >= 2, !text.isEmpty else { return false }
        return text.utf8.allSatisfy {
            0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2B || $0 == 0x3A || $0 == 0x54 || $0 == 0x5A || $0 == 0x2E
        }
    }

    /// The parts of `1985-04-12`, `19850412`, `--04-12`, `--0412`, and of the first two with a time of midnight.
    private static func parts(_ text: String) -> (year: String?, month: String, day: String)? {
        var date = text
        for midnight in ["T00:00:00Z", "T000000Z", "T00:00:00", "T000000"] where date.hasSuffix(midnight) {
            date.removeLast(midnight.count)
        }
        var year: String?
        if date.hasPrefix("--") {
            date.removeFirst(2)
        } else {
            year = String(date.prefix(4))
            guard let year, year.utf8.count == 4, year.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            date.removeFirst(4)
            if date.hasPrefix("-") {
                date.removeFirst()
                guard date.contains("-") else { return nil }
            }
        }
        if date.utf8.count == 5, date.dropFirst(2).first == "-" {
            date.remove(at: date.index(date.startIndex, offsetBy: 2))
        }
        guard date.utf8.count == 4, date.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let month = Int(date.prefix(2)), let day = Int(date.suffix(2)), 1...12 ~= month, 1...31 ~= day
        else { return nil }
        return (year, String(date.prefix(2)), String(date.suffix(2)))
    }
}
