/// What settings must look like.
///
/// Each rule gives what would be right, or nil for a value that is.
enum SettingRules {
    /// The endpoint that stands for the server inside the program.
    static let embeddedEndpoint = "embedded:"

    static func endpoint(_ text: String) -> String? {
        if text == embeddedEndpoint { return nil }
        let expectation =
            "it must be '\(embeddedEndpoint)' or an http or https address such as https://host/api/, without blanks, '?' and '#'; "
            + "in a file write https:/$()/host."
        let lowercased = text.lowercased()
        guard let scheme = ["http://", "https://"].first(where: { lowercased.hasPrefix($0) }) else {
            return expectation
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let host = rest.prefix { $0 != UInt8(ascii: "/") }
        let isPlain = rest.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let hasHost = host.first.map { $0 != UInt8(ascii: ":") } ?? false
        return isPlain && hasHost && text.utf8.count <= 2_000 ? nil : expectation
    }

    static func version(_ text: String) -> String? {
        let isFit = text.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
        return isFit && text.utf8.count <= 32 && text != "." && text != ".."
            ? nil : "it must be empty or a version such as 1.4, of letters, digits, '.', '-' and '_'."
    }

    static func bundleID(_ text: String) -> String? {
        text.utf8.allSatisfy { isLetterOrDigit($0) || ".-".utf8.contains($0) } && text.utf8.count <= 155
            ? nil : "it must be of letters, digits, '.' and '-', such as org.example.contacts."
    }

    /// The API reads the last two characters of an 18-character seed as a number, and breaks when they are none.
    static func seed(_ text: String) -> String? {
        guard text.utf8.count <= 200, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return "it must be one line of at most 200 bytes." }
        guard text.count == 18 else { return nil }
        let isOfTheAPI =
            text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            && (Int(text.suffix(2), radix: 16) ?? 0xFF) <= 0x14
        return isOfTheAPI ? nil : "it must not have 18 characters: the API cannot answer it. Add or remove one."
    }

    static func nationalities(_ text: String) -> String? {
        if text.isEmpty || text.lowercased() == "all" { return nil }
        let codes = text.split(separator: ",", omittingEmptySubsequences: false)
        let isFit = codes.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { isLetterOrDigit($0) && $0 > 0x39 } }
        return isFit && codes.count <= 100
            ? nil : "it must be empty or codes of two letters, separated by commas, such as CH,DE,FR."
    }

    static func token(_ text: String) -> String? {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && text.utf8.count <= 8_192
            ? nil : "it must have neither blanks nor characters beyond ASCII, and at most 8192 of them."
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
