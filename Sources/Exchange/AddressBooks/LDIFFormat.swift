import Primitives
package import Repository
import TerminalUI
import VCard

/// LDIF (RFC 2849), as Thunderbird writes and reads it.
///
/// Values that Thunderbird has no attribute for are written to attributes that begin with `x-contacts-`, which it ignores.
package struct LDIFFormat: ReportWriter {
    private let isForTerminal: Bool

    package init(isForTerminal: Bool) {
        self.isForTerminal = isForTerminal
    }

    package mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        for contact in contacts {
            for (name, value) in Self.pairs(contact) { append(name, value, to: &bytes) }
            for (name, value) in CSVExchangeFormat.columns(of: contact) {
                append("x-contacts-" + name.replacing("_", with: "-"), value, to: &bytes)
            }
            if case .data("image/jpeg"?, let base64)? = contact.photo {
                append(line: "jpegPhoto:: \(base64)", to: &bytes)
            }
            bytes.append(0x0A)
        }
        return bytes
    }

    /// Adds an attribute, in base64 if its value isn't plain, in lines of at most 76 bytes.
    private func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        let shown = isForTerminal ? TerminalText.sanitized(value) : value
        let isPlain =
            shown.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !shown.hasSuffix(" ")
            && !(shown.utf8.first.map { " :<".utf8.contains($0) } ?? false)
        let line = isPlain ? "\(name): \(shown)" : "\(name):: \(Data(shown.utf8).base64EncodedString())"
        append(line: line, to: &bytes)
    }

    private func append(line: String, to bytes: inout [UInt8]) {
        for (index, byte) in line.utf8.enumerated() {
            // The blank at the beginning of a further line counts, too.
            if index > 75, (index - 76) % 75 == 0 { bytes += [0x0A, 0x20] }
            bytes.append(byte)
        }
        bytes.append(0x0A)
    }

    /// Returns the contact as attributes.
    static func pairs(_ contact: Contact) -> [(name: String, value: String)] {
        let shown = contact.displayName(withTitle: true)
        let (home, work) = (contact.address("home"), contact.address("work"))
        var all: [(String, String?)] = [
            ("dn", dn(shown, contact.email)), ("objectclass", "top"), ("objectclass", "person"),
            ("objectclass", "organizationalPerson"), ("objectclass", "inetOrgPerson"),
            ("objectclass", "mozillaAbPersonAlpha"), ("givenName", contact.name.first), ("sn", contact.name.last),
            ("cn", shown), ("mozillaNickname", contact.nickname),
        ]
        all += contact.emails.map { ("mail", $0.value) }
        all += [
            ("telephoneNumber", contact.phone("work")), ("homePhone", contact.phone("home")),
            ("mobile", contact.phone("cell")), ("facsimileTelephoneNumber", contact.phone("fax")),
            ("pager", contact.phone("pager")), ("mozillaHomeStreet", home?.street),
            ("mozillaHomeStreet2", home?.extended), ("mozillaHomeLocalityName", home?.city),
            ("mozillaHomeState", home?.state), ("mozillaHomePostalCode", home?.postcode),
            ("mozillaHomeCountryName", home?.country), ("street", work?.street), ("mozillaWorkStreet2", work?.extended),
            ("l", work?.city), ("st", work?.state), ("postalCode", work?.postcode), ("c", work?.country),
            ("o", contact.organization), ("ou", contact.organizationUnits.first), ("title", contact.jobTitle),
            ("mozillaHomeUrl", contact.urls.first),
        ]
        if let date = contact.birthday.flatMap({ PartialDate($0) }) {
            all += [
                ("birthyear", date.year.map(String.init)), ("birthmonth", date.month.map(String.init)),
                ("birthday", date.day.map(String.init)),
            ]
        }
        all.append(("description", contact.note))
        return all.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : (name, $0) }
        }
    }

    private static func dn(_ name: String, _ email: String?) -> String {
        func escaped(_ text: String) -> String { Backslashes.added(before: ",+\"\\<>;=#", in: Contact.line(text)) }
        return "cn=" + escaped(name) + (email.map { ",mail=" + escaped($0) } ?? "")
    }
}
