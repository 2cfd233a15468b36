import Primitives
package import Repository
import TerminalUI
import VCard

/// Writes LDIF (RFC 2849) in the form that Thunderbird uses.
///
/// Values that have no attribute in Thunderbird get one with the prefix `x-contacts-`, which Thunderbird ignores.
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

    /// Appends an attribute, in base64 unless its value is plain, folded into lines of at most 76 bytes.
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
            // The space that starts a continuation line counts, too.
            if index > 75, (index - 76) % 75 == 0 { bytes += [0x0A, 0x20] }
            bytes.append(byte)
        }
        bytes.append(0x0A)
    }

    /// Returns the contact's values as attributes.
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

/// Reads LDIF (RFC 2849) from Thunderbird and from directory servers.
struct LDIFReader: BookReader {
    /// The maximum entry size in bytes, including photos.
    private static let limit = 8_388_608
    /// The maximum number of contacts to hold back because a later list may name them as members.
    private static let kept = 100_000

    private var pairs: [(name: String, value: String)] = []
    private var size = 0
    private var current = ""
    private var start = 0
    private var contacts: [Contact] = []
    /// The indices of the contacts, by e-mail address and by distinguished name.
    private var byMail: [String: Int] = [:]
    private var byName: [String: Int] = [:]

    mutating func take(_ line: String, number: Int) -> [ParsedContact] {
        if line.hasPrefix(" ") || line.hasPrefix("\t") {
            size += line.utf8.count
            if size <= Self.limit { current += line.dropFirst() }
            return []
        }
        endAttribute()
        if line.allSatisfy(\.isWhitespace) { return endEntry() }
        if pairs.isEmpty { start = number }
        size += line.utf8.count
        if size <= Self.limit { current = line }
        return []
    }

    mutating func end() -> [ParsedContact] {
        endAttribute()
        return endEntry() + release()
    }

    /// Returns the contacts that were held back, and clears them.
    private mutating func release() -> [ParsedContact] {
        defer {
            contacts = []
            byMail = [:]
            byName = [:]
        }
        return contacts.map(ParsedContact.contact)
    }

    private mutating func keep(_ contact: Contact, named name: String? = nil) -> [ParsedContact] {
        for email in contact.emails where byMail[email.value.lowercased()] == nil {
            byMail[email.value.lowercased()] = contacts.count
        }
        if let name { byName[Self.key(ofName: name)] = contacts.count }
        contacts.append(contact)
        return contacts.count < Self.kept ? [] : release()
    }

    private mutating func endAttribute() {
        defer { current = "" }
        guard !current.isEmpty, !current.hasPrefix("#"), let colon = current.firstIndex(of: ":") else { return }
        // The name may be followed by options, such as a language.
        let name = current[..<colon].prefix { $0 != ";" }.lowercased()
        var value = current[current.index(after: colon)...]
        if value.first == ":" {
            let text = value.dropFirst().trimmed()
            if name == "jpegphoto" { return pairs.append((name: name, value: text)) }
            guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return }
            return pairs.append((name, String(decoding: data, as: UTF8.self)))
        }
        // Links to files aren't followed.
        if value.first == "<" { return }
        value = value.drop { $0 == " " }
        if !value.isEmpty { pairs.append((name, String(value))) }
    }

    private mutating func endEntry() -> [ParsedContact] {
        defer {
            pairs = []
            size = 0
        }
        guard size <= Self.limit else {
            return [.problem(line: start, reason: "the entry is larger than \(Self.limit) bytes")]
        }
        guard pairs.contains(where: { $0.name == "dn" }) else {
            return pairs.isEmpty || pairs[0].name == "version" || pairs.contains { $0.name == "changetype" }
                ? [] : [.problem(line: start, reason: "the entry has no dn")]
        }
        let classes = pairs.filter { $0.name == "objectclass" }.map { $0.value.lowercased() }
        if classes.contains("groupofnames") || classes.contains("groupofuniquenames") {
            return takeList()
        }
        let contact = contact()
        guard !contact.isEmpty else {
            // Other entries are the directory's folders.
            return classes.contains { $0.contains("person") }
                ? [.problem(line: start, reason: "the entry has no name, address or number")] : []
        }
        return keep(contact, named: pairs.first { $0.name == "dn" }?.value)
    }

    /// Returns an entry's distinguished name in a form that ignores case and spaces.
    private static func key(ofName text: String) -> String {
        parts(ofName: text).map { "\($0.name)=\($0.value.lowercased())" }.joined(separator: "\n")
    }

    /// Turns a list into a group; the members are given by their e-mail addresses or distinguished names.
    private mutating func takeList() -> [ParsedContact] {
        guard let name = pairs.first(where: { $0.name == "cn" })?.value else { return [] }
        var released: [ParsedContact] = []
        for member in pairs where member.name == "member" || member.name == "uniquemember" {
            var contact = Contact(id: ContactID(rawValue: ""), origin: .local)
            for part in Self.parts(ofName: member.value) {
                if part.name == "cn" { ContactNaming.split(part.value, into: &contact.name) }
                if part.name == "mail" { contact.emails = [ContactValue(part.value)] }
            }
            if let place = contact.email.flatMap({ byMail[$0.lowercased()] }) ?? byName[Self.key(ofName: member.value)]
            {
                if !contacts[place].categories.contains(name) { contacts[place].categories.append(name) }
            } else if !contact.isEmpty {
                contact.categories = [name]
                released += keep(contact)
            }
        }
        return released
    }

    /// Splits a distinguished name such as `cn=Ada,mail=ada@example.com`.
    static func parts(ofName text: String) -> [(name: String, value: String)] {
        Backslashes.split(text, at: ",").compactMap { part in
            guard let sign = part.firstIndex(of: "=") else { return nil }
            return (part[..<sign].trimmed().lowercased(), part[part.index(after: sign)...].trimmed())
        }
    }

    private func contact() -> Contact {
        let prefix = "x-contacts-"
        let exact = ExactColumns.contact(
            pairs.filter { $0.name.hasPrefix(prefix) }
                .map { (name: String($0.name.dropFirst(prefix.count)).replacing("-", with: "_"), value: $0.value) }
        )
        let foreign = pairs.filter { !$0.name.hasPrefix(prefix) && $0.name != "jpegphoto" }
        let written = exact.map { LDIFFormat.pairs($0).map { ($0.name.lowercased(), $0.value) } }
        if var exact, let written, written.elementsEqual(foreign, by: { $0 == ($1.name, $1.value) }) {
            let photo = pairs.first { $0.name == "jpegphoto" }?.value
            exact.photo = photo.map { ContactPhoto.data(mediaType: "image/jpeg", base64: $0) }
            return exact
        }
        var reading = LDIFEntry()
        for (name, value) in pairs where !name.hasPrefix(prefix) { reading.take(name, value) }
        var contact = reading.finish()
        if let uid = exact?.uid { contact.uid = uid }
        return contact
    }
}

/// An entry during its conversion to a contact.
private struct LDIFEntry {
    private var contact = Contact(id: ContactID(rawValue: ""), origin: .local)
    private var home = PostalAddress()
    private var work = PostalAddress()
    private var birth: [String: String] = [:]
    private var common: String?

    private static let homeParts: [String: AddressPart] = [
        "mozillahomestreet": .street, "homestreet": .street, "mozillahomestreet2": .extended,
        "mozillahomelocalityname": .city, "mozillahomestate": .state, "mozillahomepostalcode": .postcode,
        "mozillahomecountryname": .country,
    ]
    private static let workParts: [String: AddressPart] = [
        "street": .street, "streetaddress": .street, "mozillaworkstreet2": .extended, "l": .city, "locality": .city,
        "st": .state, "region": .state, "postalcode": .postcode, "zip": .postcode, "c": .country,
        "countryname": .country, "co": .country, "postofficebox": .poBox,
    ]

    private static let phones = [
        "telephonenumber": "work", "homephone": "home", "mobile": "cell", "cellphone": "cell",
        "facsimiletelephonenumber": "fax", "fax": "fax", "pager": "pager", "pagerphone": "pager",
    ]

    mutating func take(_ name: String, _ value: String) {
        if let type = Self.phones[name] { return contact.phones.append(ContactValue(value, types: [type])) }
        if let part = Self.homeParts[name] {
            home[part] = value
            return
        }
        if let part = Self.workParts[name] {
            work[part] = value
            return
        }
        switch name {
        case "dn", "objectclass", "modifytimestamp", "version": break
        case "cn", "commonname", "displayname": common = common ?? value
        case "givenname": contact.name.first = value
        case "sn", "surname": contact.name.last = value
        case "mozillanickname", "xmozillanickname": contact.nickname = value
        case "mail", "mozillasecondemail", "xmozillasecondemail":
            if !contact.emails.contains(where: { $0.value == value }) { contact.emails.append(ContactValue(value)) }
        case "o", "company", "organizationname": contact.organization = value
        case "ou", "department", "orgunit": contact.organizationUnits.append(value)
        case "title": contact.jobTitle = value
        case "personaltitle": contact.name.title = value
        case "generationqualifier": contact.name.suffix = value
        case "mozillaworkurl", "workurl", "mozillahomeurl", "homeurl", "labeleduri", "url":
            // The URL may be followed by a label.
            if let link = value.split(separator: " ").first.map(String.init), !contact.urls.contains(link) {
                contact.urls.append(link)
            }
        case "birthyear", "birthmonth", "birthday": birth[name] = value
        case "description", "notes": contact.note = contact.note.map { $0 + "\n" + value } ?? value
        case "jpegphoto": contact.photo = .data(mediaType: "image/jpeg", base64: value)
        case "uid", "entryuuid": contact.uid = contact.uid ?? value
        default:
            let property = CSVColumn.property(name)
            if !property.isEmpty { contact.lines.append(ContactLine.text(property, value)) }
        }
    }

    mutating func finish() -> Contact {
        for (address, place) in [(home, "home"), (work, "work")] where address != PostalAddress() {
            contact.addresses.append(ContactAddress(address, types: [place]))
        }
        if let common {
            if contact.name == PersonName(), common != contact.organization {
                ContactNaming.split(common, into: &contact.name)
            }
            if common != contact.composedName { contact.name.formatted = common }
        }
        if let month = birth["birthmonth"], let day = birth["birthday"] {
            let text = (birth["birthyear"].map { $0 + "-" } ?? "--") + "\(month)-\(day)"
            let date = DateText(text, before: CSVDateRule().year).date(in: nil)
            if let date {
                contact.birthday = date
            } else {
                contact.note = [contact.note, "Birthday: \(text)"].compactMap { $0 }.joined(separator: "\n")
            }
        }
        return contact
    }
}

/// Creates the lines that preserve values without a field.
enum ContactLine {
    /// Returns a line for a property with a text value.
    static func text(_ name: String, _ value: String, _ parameters: [VCardParameter] = []) -> String {
        VCardLine(name, parameters: parameters, value: VCardText.escaped(value)).text
    }
}
