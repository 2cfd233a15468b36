import Repository

/// A contact as text that is changed in an editor.
enum ContactTemplate {
    private static let explanation = """
        # Change what you like, save, and leave the editor. What has no value, or whose line is gone, is removed.
        # For a second value repeat the line. Behind E-mail, Phone and Address may stand types in brackets and a star
        # for the preferred one:  Phone [work, cell] *: +41 44 000 00 00
        # Dates are YYYY-MM-DD, or --MM-DD without a year. The lines of a note and the parts of an address are indented.
        # Lines that begin with # are comments.

        """

    /// The template with the values of a draft.
    static func text(of draft: ContactDraft) -> String {
        var lines: [String] = []
        for field in TemplateField.allCases {
            switch field.kind {
            case .text: lines.append(line(field.rawValue, draft.texts[field] ?? ""))
            case .list: lines += each(draft.lists[field] ?? []) { line(field.rawValue, $0 ?? "") }
            case .values:
                lines += each(draft.values[field] ?? []) { value in
                    line(field.rawValue + marks(value?.types ?? [], value?.isPreferred ?? false), value?.value ?? "")
                }
            case .addresses: lines += addresses(draft.addresses)
            case .flag: lines.append(line(field.rawValue, draft.isFavorite ? "yes" : "no"))
            case .note: lines += note(draft.texts[field], field)
            }
        }
        return explanation + "\n" + lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ label: String, _ value: String) -> String {
        value.isEmpty ? "\(label):" : "\(label): \(TemplateText.escaped(value))"
    }

    /// A line for each value, and an empty one when there is none.
    private static func each<Value>(_ values: [Value], _ line: (Value?) -> String) -> [String] {
        values.isEmpty ? [line(nil)] : values.map(line)
    }

    private static func marks(_ types: [String], _ isPreferred: Bool) -> String {
        (types.isEmpty ? "" : " [\(types.map(TemplateText.escaped).joined(separator: ", "))]")
            + (isPreferred ? " *" : "")
    }

    private static func addresses(_ addresses: [ContactAddress]) -> [String] {
        let shown = addresses.isEmpty ? [ContactAddress(PostalAddress())] : addresses
        return shown.flatMap { address in
            [line(TemplateField.address.rawValue + marks(address.types, address.isPreferred), "")]
                + AddressPart.allCases.map { part in
                    "    " + line(part.rawValue, address.address[keyPath: part.path] ?? "")
                }
        }
    }

    private static func note(_ text: String?, _ field: TemplateField) -> [String] {
        let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? "" : "    " + TemplateText.escaped(String($0)) }
        return ["\(field.rawValue):"] + (text == nil ? [] : indented)
    }
}

/// The escapes of a template: `\n`, `\r`, `\t`, `\\`, and `\u{…}` for what an editor or a terminal would act on.
enum TemplateText {
    /// The text as one harmless line.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{2028}", "\u{2029}": result += "\\u{\(String(scalar.value, radix: 16))}"
            case _ where TerminalText.isHarmful(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text behind the escapes; a backslash that begins none stands for itself.
    static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.first else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch next {
            case "\\": result += "\\"
            case "n": result += "\n"
            case "r": result += "\r"
            case "t": result += "\t"
            case "u":
                guard let end = rest.firstIndex(of: "}"),
                    rest.dropFirst().first == "{",
                    let value = UInt32(String(rest[..<end].dropFirst(2)), radix: 16),
                    let named = Unicode.Scalar(value)
                else {
                    result += "\\"
                    continue
                }
                result.unicodeScalars.append(named)
                rest = rest[end...]
            default:
                result += "\\"
                continue
            }
            rest.removeFirst()
        }
        return result
    }
}

/// A field of a contact that a template gives a line to, in the order of the template.
enum TemplateField: String, CaseIterable, Sendable {
    case title = "Title"
    case firstName = "First name"
    case middleName = "Middle name"
    case lastName = "Last name"
    case suffix = "Suffix"
    case formattedName = "Full name"
    case nickname = "Nickname"
    case gender = "Gender"
    case birthday = "Birthday"
    case anniversary = "Anniversary"
    case email = "E-mail"
    case phone = "Phone"
    case address = "Address"
    case organization = "Organization"
    case unit = "Unit"
    case jobTitle = "Job title"
    case role = "Role"
    case url = "URL"
    case group = "Group"
    case favorite = "Favorite"
    case note = "Note"

    /// What kind of value the field has.
    var kind: Kind {
        switch self {
        case .title: .text(\.name.title, \.title)
        case .firstName: .text(\.name.first, \.firstName)
        case .middleName: .text(\.name.middle, \.middleName)
        case .lastName: .text(\.name.last, \.lastName)
        case .suffix: .text(\.name.suffix, \.suffix)
        case .formattedName: .text(\.name.formatted, \.formattedName)
        case .nickname: .text(\.nickname, \.nickname)
        case .gender: .text(\.gender, \.gender)
        case .birthday: .text(\.birthday, \.birthday)
        case .anniversary: .text(\.anniversary, \.anniversary)
        case .email: .values(\.emails, \.emails)
        case .phone: .values(\.phones, \.phones)
        case .address: .addresses
        case .organization: .text(\.organization, \.organization)
        case .unit: .list(\.organizationUnits, \.organizationUnits)
        case .jobTitle: .text(\.jobTitle, \.jobTitle)
        case .role: .text(\.role, \.role)
        case .url: .list(\.urls, \.urls)
        case .group: .list(\.categories, \.categories)
        case .favorite: .flag
        case .note: .note
        }
    }

    /// A kind of value, with where it is kept in a contact and in an edit.
    enum Kind {
        case text(KeyPath<Contact, String?>, WritableKeyPath<ContactEdit, String?>)
        case list(KeyPath<Contact, [String]>, WritableKeyPath<ContactEdit, [String]?>)
        case values(KeyPath<Contact, [ContactValue]>, WritableKeyPath<ContactEdit, [ContactValue]?>)
        case addresses
        case flag
        case note
    }
}

/// A part of a postal address that a template gives a line to.
enum AddressPart: String, CaseIterable, Sendable {
    case poBox = "PO box"
    case extended = "Extended"
    case street = "Street"
    case postcode = "Postcode"
    case city = "City"
    case state = "State"
    case country = "Country"

    /// Where the part is kept.
    var path: WritableKeyPath<PostalAddress, String?> {
        switch self {
        case .poBox: \.poBox
        case .extended: \.extended
        case .street: \.street
        case .postcode: \.postcode
        case .city: \.city
        case .state: \.state
        case .country: \.country
        }
    }
}
