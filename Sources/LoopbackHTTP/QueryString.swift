import Primitives

/// The decoded parameters of a request; of a repeated one the last value counts.
package struct QueryString: Sendable {
    /// All values of each parameter, in their order.
    package let values: [String: [String]]

    /// Reads what follows the question mark.
    package init(_ query: Substring) {
        var values: [String: [String]] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[Self.decode(parts[0]), default: []].append(parts.count > 1 ? Self.decode(parts[1]) : "")
        }
        self.values = values
    }

    /// The last value of a parameter, which may be empty; nil if it is absent.
    package subscript(_ name: String) -> String? { values[name]?.last }

    private static func decode(_ text: Substring) -> String {
        // By bytes: a combining accent behind a plus sign makes one character with it.
        let blanks = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: HexEscapes.decode(blanks, sign: UInt8(ascii: "%")), as: UTF8.self)
    }
}

extension HTTPRequest {
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The parameters behind the first question mark.
    package var parameters: QueryString { QueryString(target.drop { $0 != "?" }.dropFirst()) }
}
