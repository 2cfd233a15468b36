package import Repository

/// An e-mail address with an optional display name.
package struct MailAddress: Equatable, Codable, Sendable {
    /// The decoded display name, if any.
    package var name: String?
    /// The address as it was written.
    package var address: String

    /// The address as it appears in a mail header: `Ada Lovelace <ada@example.com>`.
    package var text: String {
        guard let name, !name.isEmpty else { return address }
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            !scalar.isASCII || scalar == " " || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
        }
        if isPlain { return "\(name) <\(address)>" }
        return "\"\(Backslashes.added(before: "\\\"", in: name))\" <\(address)>"
    }

    /// Whether it can receive mail: there is text on both sides of a single @, and no space.
    package var isUsable: Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && address.count <= 1_000
            && !address.unicodeScalars.contains {
                $0.properties.isWhitespace || $0.properties.generalCategory == .control
            }
    }

    /// Returns a contact with this name and address.
    package func contact() -> Contact {
        var contact = Contact(id: ContactID(rawValue: ""), email: address, origin: .local)
        guard let name = name.map(Contact.line), !name.allSatisfy(\.isWhitespace), name != address else {
            return contact
        }
        ContactNaming.split(name, into: &contact.name)
        // “Lovelace, Ada” is displayed like any other name, so it isn't kept as a formatted name.
        let inverted = [contact.name.last, contact.name.first].compactMap(\.self).joined(separator: ", ")
        if name != contact.composedName, name != inverted { contact.name.formatted = name }
        return contact
    }

    /// Returns the addresses in a list (RFC 5322), which may contain names, quotes, comments, groups and routes.
    package static func list(in text: String) -> [MailAddress] {
        var parser = MailAddressParser()
        for character in text { parser.take(character) }
        parser.end()
        return parser.addresses
    }
}

/// Parses a list of addresses character by character.
private struct MailAddressParser {
    private(set) var addresses: [MailAddress] = []
    private var words = ""
    private var comment = ""
    private var address: String?
    private var depth = 0
    private var isQuoted = false
    private var isEscape = false
    private var isInAngles = false
    /// Whether any of the words was quoted; if so, encoded words aren't decoded.
    private var wasQuoted = false

    mutating func take(_ character: Character) {
        if isEscape {
            isEscape = false
            add(character)
        } else if character == "\\", isQuoted || depth > 0 {
            isEscape = true
        } else if isQuoted {
            if character == "\"" { isQuoted = false } else { add(character) }
        } else if depth > 0 {
            takeComment(character)
        } else if character == "(" {
            depth = 1
            if !comment.isEmpty { comment.append(" ") }
        } else if character == "\"" {
            isQuoted = true
            wasQuoted = true
        } else if isInAngles {
            if character == ">" { isInAngles = false } else { add(character) }
        } else {
            takeOutside(character)
        }
    }

    private mutating func takeComment(_ character: Character) {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if depth > 0 { comment.append(character) }
    }

    private mutating func takeOutside(_ character: Character) {
        switch character {
        case "<":
            isInAngles = true
            address = ""
        case ",", ";":
            end()
        case ":" where address == nil:
            // Drop the group's name; its members follow.
            words = ""
            comment = ""
            wasQuoted = false
        default: add(character)
        }
    }

    private mutating func add(_ character: Character) {
        if depth > 0 {
            comment.append(character)
        } else if isInAngles {
            address?.append(character)
        } else if address == nil {
            words.append(character)
        }
    }

    mutating func end() {
        defer {
            (words, comment, address, wasQuoted) = ("", "", nil, false)
        }
        let phrase = Self.oneLine(words)
        if var found = address {
            // Routes before an address are obsolete and dropped.
            if found.hasPrefix("@"), let colon = found.firstIndex(of: ":") {
                found.removeSubrange(...colon)
            }
            found = found.filter { !$0.isWhitespace }
            let name = phrase.isEmpty ? EncodedWords.decoded(Self.oneLine(comment)) : EncodedWords.decoded(phrase)
            if !found.isEmpty { addresses.append(MailAddress(name: name.isEmpty ? nil : name, address: found)) }
        } else if !phrase.isEmpty {
            let name = EncodedWords.decoded(Self.oneLine(comment))
            let found = wasQuoted ? words.filter { !$0.isNewline } : phrase.filter { !$0.isWhitespace }
            addresses.append(MailAddress(name: name.isEmpty ? nil : name, address: found))
        }
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
