/// The parameters of a request, decoded, with the service's own idea of repeated ones.
struct QueryString: Sendable {
    private let values: [String: [String]]

    /// Reads what follows the question mark.
    init(_ query: Substring) {
        var values: [String: [String]] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[Self.decode(parts[0]), default: []].append(parts.count > 1 ? Self.decode(parts[1]) : "")
        }
        self.values = values
    }

    /// The last value of a parameter, which may be empty; nil when it is absent.
    subscript(_ name: String) -> String? {
        values[name]?.last
    }

    /// The last value of a parameter that is there and not empty.
    func text(_ name: String) -> String? {
        values[name]?.last.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a parameter is given more than once.
    func isRepeated(_ name: String) -> Bool {
        (values[name]?.count ?? 0) > 1
    }

    /// A number as JavaScript reads it, which is what the service is written in: `5`, `5.0`, `1e3`, ` 7 `, `0x10`.
    static func number(_ text: String) -> Double? {
        let trimmed = trim(text)
        if trimmed.isEmpty { return 0 }
        if trimmed.hasPrefix("0x") || trimmed.hasPrefix("0X") {
            return Int(trimmed.dropFirst(2), radix: 16).map(Double.init)
        }
        guard trimmed.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(trimmed)
    }

    static func trim(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    private static func decode(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
                let high = Character(Unicode.Scalar(source[index + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(source[index + 2])).hexDigitValue
            {
                bytes.append(UInt8(high << 4 | low))
                index += 3
            } else {
                bytes.append(source[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : source[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
