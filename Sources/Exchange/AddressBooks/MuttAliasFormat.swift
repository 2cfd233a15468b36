package import Repository
import TerminalUI

/// Writes each e-mail address as an alias for mutt and neomutt: `alias ada Ada Lovelace <ada@example.com>`.
///
/// In alias files, backticks run programs and `$` expands variables, so both are always escaped with a backslash.
package struct MuttAliasFormat: ReportWriter {
    private let isForTerminal: Bool
    private var used: Set<String> = []
    /// The number of contacts that were omitted because they have no e-mail address.
    package private(set) var omitted = 0

    package init(isForTerminal: Bool) {
        self.isForTerminal = isForTerminal
    }

    package mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var text = ""
        for contact in contacts {
            let emails = contact.emails.filter { !$0.value.allSatisfy(\.isWhitespace) }
            if emails.isEmpty { omitted += 1 }
            let name = Contact.line(contact.displayName)
            let exact = CSVExchangeFormat.columns(of: contact).filter { Self.kept.contains($0.name) }
            for (index, email) in emails.enumerated() {
                let address = Contact.line(email.value)
                let target = Self.target(contact, address)
                var comment = exact.map { "\($0.name)=\(ExactColumns.encoded($0.value))" }
                let types = (email.isPreferred ? "* " : "") + email.types.joined(separator: ",")
                if !types.isEmpty { comment.append("email_1_types=" + ExactColumns.encoded(types)) }
                let key = key(for: contact, name: name, address: address, index)
                let escaped = Backslashes.added(before: "\\`$#;", in: target)
                let line = "alias \(key) \(escaped) # " + comment.joined(separator: " ")
                text += (isForTerminal ? TerminalText.sanitized(line) : line) + "\n"
            }
        }
        return Array(text.utf8)
    }

    /// Returns the address as in a mail header, preceded by the contact's name.
    static func target(_ contact: Contact, _ address: String) -> String {
        let name = Contact.line(contact.displayName)
        return name.isEmpty || name == address ? address : MailAddress(name: name, address: address).text
    }

    /// The columns that are written into the comment.
    private static let kept: Set<String> = [
        "uid", "title", "first_name", "middle_name", "last_name", "suffix", "full_name", "organization", "nickname",
    ]

    /// Returns a short name that isn't used by another alias.
    private mutating func key(for contact: Contact, name: String, address: String, _ index: Int) -> String {
        let names = [contact.nickname, name, address.split(separator: "@").first.map(String.init)]
        let base = names.compactMap { $0.map(Self.slug) }.first { !$0.isEmpty } ?? "contact"
        var key = index == 0 ? base : "\(base)-\(index + 1)"
        var number = index + 1
        while !used.insert(key).inserted {
            number += 1
            key = "\(base)-\(number)"
        }
        return key
    }

    /// Returns the text in ASCII, with hyphens for spaces; empty if most of its letters belong to other scripts.
    private static func slug(_ text: String) -> String {
        let slug = CSVColumn.property(text).dropFirst(2).lowercased()
        return slug.count * 2 > text.count { $0.isLetter || $0.isNumber } ? slug : ""
    }
}

/// Reads mutt and neomutt aliases.
struct MuttAliasReader: BookReader {
    /// The maximum number of aliases in a file.
    ///
    /// They are all kept in memory, because aliases may refer to each other.
    private static let limit = 200_000

    private var continued = ""
    private var first = 0
    private var contacts: [Contact] = []
    /// The indices of the contacts, by alias and by UID.
    private var byKey: [String: Int] = [:]
    private var byUID: [String: Int] = [:]
    private var problems: [ParsedContact] = []
    private var lists: [(key: String, members: [String], line: Int)] = []

    mutating func take(_ line: String, number: Int) -> [ParsedContact] {
        if continued.isEmpty { first = number }
        let backslashes = line.reversed().prefix { $0 == "\\" }.count
        if backslashes % 2 == 1, continued.utf8.count < 65_536 {
            continued += line.dropLast()
            return []
        }
        let whole = continued + line
        continued = ""
        return takeAlias(whole, first)
    }

    mutating func end() -> [ParsedContact] {
        if !continued.isEmpty { _ = takeAlias(continued, first) }
        for list in lists {
            for member in list.members {
                if let place = byKey[member] {
                    if !contacts[place].categories.contains(list.key) { contacts[place].categories.append(list.key) }
                } else {
                    problems.append(
                        .notice(line: list.line, text: "the alias “\(member)” in the list “\(list.key)” is unknown")
                    )
                }
            }
        }
        defer { contacts = [] }
        return problems + contacts.map(ParsedContact.contact)
    }

    private mutating func takeAlias(_ line: String, _ number: Int) -> [ParsedContact] {
        var rest = line[...]
        func word() -> String {
            rest = rest.drop(while: \.isWhitespace)
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest.dropFirst(word.count)
            return String(word)
        }
        // A configuration file contains other commands, too.
        guard word() == "alias" else { return [] }
        var groups: [String] = []
        var key = word()
        while key == "-group" {
            groups.append(word())
            key = word()
        }
        // The addresses may be followed by a comment.
        let parts = Backslashes.split(rest, at: "#", maxSplits: 1)
        let (addresses, comment) = (MailAddress.list(in: parts[0]), parts.count > 1 ? parts[1] : "")
        guard !key.isEmpty, !addresses.isEmpty else {
            return [.problem(line: number, reason: "the alias has no address")]
        }
        guard contacts.count < Self.limit else {
            let isFirst = contacts.count == Self.limit
            return isFirst ? [.problem(line: number, reason: "the file has more than \(Self.limit) aliases")] : []
        }
        let members = addresses.filter { !$0.address.contains("@") }.map(\.address)
        let literal = addresses.filter { $0.address.contains("@") }
        if addresses.count > 1 || !members.isEmpty {
            lists.append((key, members, number))
            for address in literal { add(contact(address, groups + [key], comment), key: nil) }
        } else if let address = literal.first {
            var contact = contact(address, groups, comment)
            if contact.uid == nil { contact.nickname = key }
            add(contact, key: key)
        }
        return []
    }

    private func contact(_ address: MailAddress, _ groups: [String], _ comment: String) -> Contact {
        var pairs: [(name: String, value: String)] = []
        for word in comment.split(whereSeparator: \.isWhitespace) {
            guard let sign = word.firstIndex(of: "=") else { continue }
            pairs.append((String(word[..<sign]), ExactColumns.decoded(word[word.index(after: sign)...])))
        }
        pairs.append(("email_1", address.address))
        let own = pairs.contains { $0.name == "uid" } ? ExactColumns.contact(pairs) : nil
        let plain = address.contact()
        var contact = plain
        if let own {
            // If the name was edited in the file, the edited one wins.
            let written = MuttAliasFormat.target(own, address.address)
            contact = MailAddress.list(in: written).first == address ? own : plain
            contact.uid = own.uid
            contact.emails = own.emails
        }
        contact.categories = groups
        return contact
    }

    /// Adds a contact or, if one with the same UID exists, adds the address to that.
    private mutating func add(_ contact: Contact, key: String?) {
        var place = contacts.count
        if let uid = contact.uid, let known = byUID[uid] {
            contacts[known].emails += contact.emails
            place = known
        } else {
            contacts.append(contact)
            if let uid = contact.uid { byUID[uid] = place }
        }
        if let key { byKey[key] = place }
    }
}
