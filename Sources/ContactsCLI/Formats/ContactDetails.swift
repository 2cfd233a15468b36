import Primitives
import Repository
import Services
import TerminalUI
import VCard

/// All values of a contact as labeled lines, for people.
enum ContactDetails {
    /// The labels of values that may span several lines; elsewhere a line break could fake another field.
    private static let multilines: Set<String> = ["Note", "Address"]

    /// Returns the lines, safe for a terminal, each with its line break.
    static func text(of contact: Contact, on screen: Screen, today: String? = nil) -> String {
        LabelledLines.text(lines(of: contact, today: today), multilines: multilines, on: screen)
    }

    /// Returns all values with their labels, including empty ones, in the order in which a person looks for them.
    ///
    /// Without `today`, it doesn't mention the next birthday.
    static func lines(of contact: Contact, today: String? = nil) -> [(label: String, value: String)] {
        let units = [contact.organization].compactMap { $0 } + contact.organizationUnits
        var lines: [(label: String, value: String?)] = [
            ("Name", contact.displayName(withTitle: true)), ("Nickname", contact.nickname),
            ("Company", units.joined(separator: ", ")), ("Position", contact.jobTitle), ("Role", contact.role),
        ]
        lines += contact.phones.filter { !$0.isMobile }.map { ("Phone", labelled($0, without: ["home"])) }
        lines += contact.phones.filter(\.isMobile).map { ("Cell", labelled($0, without: ["cell"])) }
        lines += contact.emails.map { ("E-mail", labelled($0, without: [])) }
        lines += contact.addresses.map { ("Address", block($0)) }
        lines += [
            ("Birthday", contact.birthday.map { DateWords.birthday($0, of: contact, today: today) }),
            ("Anniversary", contact.anniversary.map(DateWords.text)),
            ("Groups", contact.categories.joined(separator: ", ")),
        ]
        let labels = contact.urlLabels
        lines += contact.urls.map {
            ("Web", labelled(ContactValue($0, types: [labels[$0]].compactMap(\.self)), without: []))
        }
        lines += others.flatMap { field in
            field.values(of: contact).map { (field.label, labelled($0, without: [])) }
        }
        lines += [
            ("Gender", contact.gender), ("Nationality", contact.nationality),
            ("Favorite", contact.isFavorite ? "yes" : nil), ("Note", contact.note),
        ]
        lines += KeptLine.lines(of: contact).map { ($0.label, $0.value) }
        lines += [
            ("Picture", contact.picture.best),
            ("Photo", ContactField.photo.text(of: contact)), ("Registered", contact.registered),
            ("Edited", contact.isEdited ? "yes" : nil), ("UID", contact.uid), ("ID", contact.id.rawValue),
        ]
        return lines.map { ($0.label, $0.value ?? "") }
    }

    private static func block(_ address: ContactAddress) -> String {
        let types = meaningful(address.types, without: [])
        let block = AddressText.block(of: address.address).joined(separator: "\n")
        return types.isEmpty ? block : "\(block) (\(types.joined(separator: ", ")))"
    }

    /// The fields that `lines` doesn't list individually.
    private static let others: [ContactField] = {
        let own: Set<ContactField> = [
            .title, .first, .middle, .last, .suffix, .formatted, .nickname, .gender, .birthday, .anniversary,
            .organization, .units, .jobTitle, .role, .note, .emails, .phones, .categories, .urls,
        ]
        return ContactField.editable.filter { field in
            switch field.value {
            case .text, .texts, .values: !own.contains(field)
            case .flag, .addresses, .photo, .name, .address, .picture: false
            }
        }
    }()

    private static func meaningful(_ types: [String], without known: Set<String>) -> [String] {
        types.filter {
            !known.contains($0) && !["voice", "internet", "pref", "postal", "parcel", "intl", "dom"].contains($0)
        }
    }

    /// Returns the value with its types, except those that its label implies.
    private static func labelled(_ value: ContactValue, without known: Set<String>) -> String {
        let types = meaningful(value.types, without: known) + (value.isPreferred ? ["preferred"] : [])
        return types.isEmpty ? value.value : "\(value.value) (\(types.joined(separator: ", ")))"
    }
}

/// A preserved vCard line without a field in this program, under the label that people know it by.
struct KeptLine: Equatable {
    let label: String
    let value: String

    /// The maximum length of a displayed value, in characters.
    private static let limit = 200
    /// Extensions that are meaningful only to programs, or are shown as fields.
    private static let known: Set<String> = [
        CardLabels.property, "X-ABADR", "X-ABUID", "X-APPLE-OMIT-YEAR", "X-SERVICE-TYPE", "X-MERGED-PHOTO", "X-GENDER",
    ]

    static func lines(of contact: Contact) -> [KeptLine] {
        let parsed = contact.lines.compactMap { VCardLine(text: $0) }
        var labels: [String: String] = [:]
        for line in parsed where line.name == CardLabels.property {
            if let group = line.group { labels[group.lowercased()] = plainLabel(shown(line)) }
        }
        return parsed.compactMap { line in
            // Other properties are the original lines of fields, which are already shown.
            guard line.name.hasPrefix("X-"), !known.contains(line.name), !CardStatement.isDialect(line.name),
                !line.value.isEmpty, line.parameter("ENCODING")?.lowercased().hasPrefix("b") != true
            else {
                return nil
            }
            let label = line.group.flatMap { labels[$0.lowercased()] }
            let words = line.name.dropFirst(2).lowercased().replacing("-", with: " ").replacing("_", with: " ")
            return KeptLine(
                label: label ?? words.prefix(1).uppercased() + words.dropFirst(),
                value: String(shown(line).prefix(limit))
            )
        }
    }

    private static func shown(_ line: VCardLine) -> String {
        line.value.replacing("\\n", with: " ").replacing("\\,", with: ",").replacing("\\;", with: ";")
    }

    /// Removes the frame that Apple puts around its predefined labels: `_$!<HomePage>!$_`.
    private static func plainLabel(_ text: String) -> String {
        text.hasPrefix("_$!<") && text.hasSuffix(">!$_") ? String(text.dropFirst(4).dropLast(4)) : text
    }
}

/// Dates formatted for people.
enum DateWords {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static func text(_ iso: String) -> String {
        guard let date = PartialDate(iso), let month = date.month else { return iso }
        let parts = [date.day.map(String.init), months[month - 1], date.year.map(String.init)]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// Returns the birthday and the time until the next one: `10 December 1815 (turns 211 in 16 days)`.
    static func birthday(_ iso: String, of contact: Contact, today: String?) -> String {
        guard let day = today.flatMap({ UTCDate(text: $0) }), let next = ContactBirthday(of: contact, from: day)
        else { return text(iso) }
        let when = next.days == 0 ? "today" : next.days == 1 ? "tomorrow" : "in \(next.days) days"
        return "\(text(iso)) (\(next.age.map { "turns \($0) " } ?? "")\(when))"
    }
}
