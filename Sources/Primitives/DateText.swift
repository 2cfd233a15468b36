/// The order of day, month and year in a numeric date.
package enum DateOrder: String, CaseIterable, Codable, Sendable {
    case dmy
    case mdy
    case ymd

    package var words: String {
        switch self {
        case .dmy: "day, month, year"
        case .mdy: "month, day, year"
        case .ymd: "year, month, day"
        }
    }

    /// Determines the order from the locale in environment variables; `nil` for one without a language, such as `C`.
    package init?(localeIn variables: [String: String]) {
        let locale = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let language = name.prefix { $0 != "_" }
        guard language.utf8.count == 2 || language.utf8.count == 3 else { return nil }
        if ["en_US", "en_PH", "es_US", "es_PR", "es_PA"].contains(name) {
            self = .mdy
        } else if ["zh", "ja", "ko", "hu", "lt", "sv", "mn"].contains(language) || ["en_CA", "fr_CA"].contains(name) {
            self = .ymd
        } else {
            self = .dmy
        }
    }
}

/// The meaning of a date in another program's file, or as someone typed it.
package enum DateText: Equatable, Sendable {
    /// No date: empty text, zeros or a placeholder.
    case none
    /// One date, as `YYYY-MM-DD`, `--MM-DD`, `YYYY-MM` or `YYYY`.
    case date(String)
    /// An ambiguous date, with its reading in each order that the numbers allow.
    case open([DateOrder: String])
    case unreadable

    /// Parses a date; a two-digit year is never after the current `year`.
    package init(_ text: String, before year: Int) {
        let text = Self.withoutTime(text)
        let tokens = Self.tokens(text)
        guard !tokens.isEmpty else {
            self = text.allSatisfy { $0.isWhitespace || "-/.".contains($0) } ? .none : .unreadable
            return
        }
        if tokens.allSatisfy({ $0.allSatisfy { $0 == "0" } }) {
            self = .none
        } else if tokens.contains(where: { $0.contains(where: \.isLetter) }) {
            self = Self.named(tokens, before: year)
        } else {
            self = Self.numbers(tokens, text, before: year)
        }
    }

    package func date(in order: DateOrder?) -> String? {
        switch self {
        case .none, .unreadable: nil
        case .date(let date): date
        case .open(let dates): order.flatMap { dates[$0] }
        }
    }

    /// Returns the text without a time of day after the date.
    private static func withoutTime(_ text: String) -> Substring {
        let text = text.trimmed()[...]
        guard text.contains(":") || text.contains("T"),
            let end = text.firstIndex(where: { $0 == "T" || $0.isWhitespace }),
            text[end...].dropFirst().first?.isNumber == true,
            // In “Tue 3 May” and “10 December”, no time follows the space.
            text[end...].dropFirst().prefix(5).contains(":") || text[end] == "T"
        else { return text }
        return text[..<end]
    }

    /// Splits a text into runs of digits and of letters.
    private static func tokens(_ text: Substring) -> [Substring] {
        func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
        var tokens: [Substring] = []
        var rest = text
        while let first = rest.first {
            let token = rest.prefix { isDigit(first) ? isDigit($0) : $0.isLetter }
            rest = token.isEmpty ? rest.dropFirst() : rest[token.endIndex...]
            if !token.isEmpty { tokens.append(token) }
        }
        return tokens
    }

    /// Returns a letter for each number: `d` for a day, a month or a short year, `y` for a year, `w` for a whole date.
    private static func shape(_ tokens: [Substring]) -> String {
        String(
            tokens.map { token in
                switch token.count {
                case 1, 2: "d" as Character
                case 4: "y"
                case 8: "w"
                default: "?"
                }
            }
        )
    }

    // MARK: Numbers

    private static func numbers(_ tokens: [Substring], _ text: Substring, before year: Int) -> DateText {
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isWhitespace || "-/.,".contains($0)) }),
            tokens.allSatisfy({ $0.count <= 8 })
        else { return .unreadable }
        let numbers = tokens.compactMap { Int($0) }
        switch shape(tokens) {
        case "ydd":
            // Outlook's placeholder year for “none”.
            if numbers[0] == 4501 { return .none }
            return dated(numbers[0], numbers[1], numbers[2])
        case "w": return dated(numbers[0] / 10_000, numbers[0] / 100 % 100, numbers[0] % 100)
        case "yd" where text.contains("-"): return dated(numbers[0], numbers[1], nil)
        case "y" where text.hasPrefix("--"): return dated(nil, numbers[0] / 100, numbers[0] % 100)
        case "y": return (1000...2999).contains(numbers[0]) ? .date(String(tokens[0])) : .unreadable
        case "dd" where text.hasPrefix("--"): return dated(nil, numbers[0], numbers[1])
        case "dd":
            return open([.dmy: (nil, numbers[1], numbers[0]), .mdy: (nil, numbers[0], numbers[1])], text)
        case "ddy":
            if numbers[2] == 4501 { return .none }
            return open([.dmy: (numbers[2], numbers[1], numbers[0]), .mdy: (numbers[2], numbers[0], numbers[1])], text)
        case "ddd":
            return open(
                [
                    .dmy: (whole(numbers[2], before: year), numbers[1], numbers[0]),
                    .mdy: (whole(numbers[2], before: year), numbers[0], numbers[1]),
                    .ymd: (whole(numbers[0], before: year), numbers[1], numbers[2]),
                ],
                text
            )
        default: return .unreadable
        }
    }

    private typealias Parts = (year: Int?, month: Int, day: Int)

    private static func open(_ orders: [DateOrder: Parts], _ text: Substring) -> DateText {
        var dates = orders.compactMapValues { date($0.year, $0.month, $0.day) }
        // With dots as separators, the day comes first.
        if text.contains("."), let date = dates[.dmy] { dates = [.dmy: date] }
        return dates.isEmpty ? .unreadable : .open(dates)
    }

    private static func dated(_ year: Int?, _ month: Int, _ day: Int?) -> DateText {
        if let day { return date(year, month, day).map(DateText.date) ?? .unreadable }
        guard let year, (1...12).contains(month) else { return .unreadable }
        return .date("\(year.digits(4))-\(month.digits(2))")
    }

    private static func date(_ year: Int?, _ month: Int, _ day: Int) -> String? {
        // 2000 is a leap year, so 29 February without a year is valid.
        guard UTCDate(year: year ?? 2000, month: month, day: day) != nil else { return nil }
        return "\(year?.digits(4) ?? "-")-\(month.digits(2))-\(day.digits(2))"
    }

    /// Returns the latest year with these last two digits that isn't in the future.
    private static func whole(_ digits: Int, before year: Int) -> Int {
        let century = year - year % 100
        return century + digits <= year ? century + digits : century - 100 + digits
    }

    // MARK: Names of months

    /// Reads `10 December 1815`, `Dec 10, 1815`, `10. Dez. 80` and `December 10`.
    private static func named(_ tokens: [Substring], before year: Int) -> DateText {
        var month: Int?
        var numbers: [Substring] = []
        for token in tokens {
            if token.first?.isNumber == true {
                numbers.append(token)
            } else if let known = months[token.lowercased()] {
                guard month == nil else { return .unreadable }
                month = known
            } else if !["st", "nd", "rd", "th", "de", "of"].contains(token.lowercased()) {
                return .unreadable
            }
        }
        guard let month, numbers.allSatisfy({ $0.count <= 4 }) else { return .unreadable }
        let values = numbers.compactMap { Int($0) }
        switch shape(numbers) {
        case "d": return dated(nil, month, values[0])
        case "y": return dated(values[0], month, nil)
        case "dy": return dated(values[1], month, values[0])
        case "yd": return dated(values[0], month, values[1])
        case "dd": return dated(whole(values[1], before: year), month, values[0])
        default: return .unreadable
        }
    }

    /// The numbers of months by their names, and by their first three letters, in the most common languages of exports.
    private static let months: [String: Int] = {
        let languages = [
            "january february march april may june july august september october november december",
            "januar februar märz april mai juni juli august september oktober november dezember",
            "jänner feber maerz april mai juni juli august september oktober november dezember",
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
            "januari februari maart april mei juni juli augustus september oktober november december",
        ]
        var byName: [String: Int] = [:]
        var doubtful: Set<String> = []
        for language in languages {
            for (index, name) in language.split(separator: " ").enumerated() {
                byName[String(name)] = index + 1
                let short = String(name.prefix(3))
                if let known = byName[short], known != index + 1 { doubtful.insert(short) }
                byName[short] = byName[short] ?? index + 1
            }
        }
        // Some pairs of months share their first three letters, such as “juin” and “juillet”.
        for short in doubtful { byName[short] = nil }
        byName["sept"] = 9
        byName["juil"] = 7
        return byName
    }()
}
