import Primitives
import Repository

/// The meaning of a column in a CSV file.
///
/// Columns for the same e-mail address, number or postal address share a slot.
enum CSVColumn: Sendable {
    case field(ContactField)
    case email(slot: String, types: [String])
    case emailTypes(slot: String)
    case phone(slot: String, types: [String])
    case phoneTypes(slot: String)
    case addressPart(slot: String, types: [String], AddressPart)
    /// A complete postal address in a single text.
    case addressText(slot: String, types: [String])
    case addressTypes(slot: String)
    /// A component of the birthday.
    case birth(Calendar.Component)
    /// A value whose label is in another column.
    case labelled(CSVLabelled, slot: String)
    case label(CSVLabelled, slot: String)
    /// A related person, with the kind of relationship.
    case relation(String)
    /// A user name for a messaging service.
    case messenger(String)
    /// The URL of a photo.
    case photo
    /// The name under which the contact is filed; used if there is no other name.
    case fileAs
    /// A value without a field, kept as a line with this property name.
    case line(String)
    case ignored

    /// Finds the column for a header of this program or another one, ignoring case and punctuation.
    init?(header: String) {
        let key = Self.key(header)
        guard let column = Self.byName[key] ?? Self.numbered(key) ?? Self.phone(key) ?? Self.address(key) else {
            return nil
        }
        self = column
    }

    /// Returns the column, in a separate slot if another column's e-mail address or number is already in this one.
    func distinct(_ number: Int, _ slots: inout Set<String>) -> CSVColumn {
        switch self {
        case .email(let slot, let types) where !slots.insert("email \(slot)").inserted:
            .email(slot: "\(slot) \(number)", types: types)
        case .phone(let slot, let types) where !slots.insert("phone \(slot)").inserted:
            .phone(slot: "\(slot) \(number)", types: types)
        default: self
        }
    }

    private static let byName: [String: CSVColumn] = Dictionary(
        ContactField.columns.flatMap { field in
            field.columns.map { (Self.key($0), CSVColumn.field(field)) }
        },
        uniquingKeysWith: { first, _ in first }
    )

    /// Returns the header in lowercase, without punctuation.
    static func key(_ header: String) -> String {
        header.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the property name for a column without a field: `X-SHOE-SIZE`; empty if the header has no ASCII letters.
    static func property(_ header: String) -> String {
        let folded = FoldedText.plain(header.replacing("ß", with: "ss"))
        var words: [String] = [""]
        for scalar in folded {
            if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                words[words.count - 1].unicodeScalars.append(scalar)
            } else if !scalar.properties.isAlphabetic, scalar.properties.canonicalCombiningClass == .notReordered {
                words.append("")
            }
        }
        let name = words.filter { !$0.isEmpty }.joined(separator: "-").uppercased()
        if name.isEmpty { return "" }
        return name.hasPrefix("X-") ? name : "X-" + name
    }

    /// Matches `E-mail 1 - Value`, `Phone 2 - Type`, `Relation 1 - Label`, `URL 3`.
    private static func numbered(_ key: String) -> CSVColumn? {
        if let mail = CSVNumberedKey(key, names: ["emailaddress", "email", "mail"]) {
            switch mail.ending {
            case "", "value", "address": return .email(slot: slot(mail.number), types: [])
            case "type", "types", "label": if mail.name == "email" { return .emailTypes(slot: slot(mail.number)) }
            default: break
            }
        }
        if let phone = CSVNumberedKey(key, names: ["telephone", "phone", "tel"]) {
            switch phone.ending {
            case "", "value", "number": return .phone(slot: slot(phone.number), types: [])
            case "type", "types", "label": return .phoneTypes(slot: slot(phone.number))
            default: break
            }
        }
        if let labelled = CSVNumberedKey(key, names: CSVLabelled.allCases.map(\.rawValue)), !labelled.number.isEmpty,
            ["type", "types", "label", "value", "service"].contains(labelled.ending),
            let kind = CSVLabelled(rawValue: labelled.name)
        {
            let slot = String(labelled.number)
            // A messenger's label is its service; the type only says where it is used.
            let isLabel = kind == .messenger ? labelled.ending == "service" : labelled.ending != "value"
            if kind == .messenger, labelled.ending.hasPrefix("type") { return .ignored }
            return isLabel ? .label(kind, slot: slot) : .labelled(kind, slot: slot)
        }
        let page = CSVNumberedKey(key, names: ["website", "webpage", "url"])
        return page?.number.isEmpty == false && page?.ending.isEmpty == true ? byName["urls"] : nil
    }

    /// Matches `Mobile Phone`, `Business Phone 2`, `Home Fax`.
    private static func phone(_ key: String) -> CSVColumn? {
        let words = key.prefix { !$0.isNumber }
        let number = key[words.endIndex...]
        guard !words.isEmpty, number.allSatisfy(\.isNumber) else { return nil }
        let name = ["telephone", "phone", "number"].first { words.hasSuffix($0) && words.count > $0.count }
        let place = String(words.dropLast(name?.count ?? 0))
        let isNamed = name != nil
        let types: [String]? =
            switch place {
            case "mobile", "cell", "cellular": ["cell"]
            case "fax": ["fax"]
            case "homefax": ["home", "fax"]
            case "businessfax", "workfax": ["work", "fax"]
            case "otherfax": ["fax"]
            case "pager": ["pager"]
            case "car" where isNamed: ["car"]
            case "home" where isNamed: ["home"]
            case "business" where isNamed, "work" where isNamed, "companymain" where isNamed: ["work"]
            case "assistants" where isNamed, "assistant" where isNamed: ["assistant"]
            case "radio" where isNamed: ["radio"]
            case "ttytdd" where isNamed: ["textphone"]
            case "callback", "isdn", "telex": [place]
            case "other" where isNamed, "primary" where isNamed, "main" where isNamed: []
            default: nil
            }
        return types.map { .phone(slot: place + number, types: $0) }
    }

    /// Matches `Address 1 - City`, `Home Street`, `Home Address`, `city`.
    private static func address(_ key: String) -> CSVColumn? {
        if let numbered = CSVNumberedKey(key, names: ["address"]) {
            let slot = slot(numbered.number)
            switch numbered.ending {
            case "type", "types", "label": return .addressTypes(slot: slot)
            case "formatted": return .addressText(slot: slot, types: [])
            default: if let part = part(String(numbered.ending)) { return .addressPart(slot: slot, types: [], part) }
            }
        }
        if let name = ["home", "business", "work", "other"].first(where: { key.hasPrefix($0) }) {
            let (slot, types) = Self.place(name)
            let rest = key.dropFirst(name.count)
            if rest == "address" { return .addressText(slot: slot, types: types) }
            if let part = part(String(rest.hasPrefix("address") ? rest.dropFirst("address".count) : rest)) {
                return .addressPart(slot: slot, types: types, part)
            }
        }
        if ["", "postal", "mailing"].contains(where: { key == $0 + "address" || key == $0 + "address1" }) {
            return .addressText(slot: "1", types: [])
        }
        return part(key).map { .addressPart(slot: "1", types: [], $0) }
    }

    private static func place(_ name: String) -> (slot: String, types: [String]) {
        let place = name == "business" ? "work" : name
        return (place, place == "other" ? [] : [place])
    }

    /// Returns the part of an address; additional street lines count as the street.
    static func part(_ name: String) -> AddressPart? {
        switch name {
        case "street", "streetaddress", "street1", "street2", "street3": .street
        case "extended", "extendedaddress": .extended
        case "city", "locality", "town": .city
        case "state", "region", "province", "county": .state
        case "postalcode", "postcode", "zip", "zipcode": .postcode
        case "country", "countryregion", "countryname": .country
        case "pobox", "postofficebox": .poBox
        default: nil
        }
    }

    /// Returns the slot for a number; `email` shares a slot with `email 1`.
    private static func slot(_ digits: Substring) -> String {
        digits.isEmpty || digits == "1" ? "1" : String(digits)
    }
}

/// Values whose label is in a separate column.
enum CSVLabelled: String, CaseIterable, Sendable {
    case relation, event
    case custom = "customfield"
    case messenger = "im"
    case website
}

/// A key that starts with a name and a number: `email2address`, `address1city`.
struct CSVNumberedKey {
    let name: String
    /// The digits after the name; empty if there are none.
    let number: Substring
    let ending: Substring

    /// Splits a key; `nil` if it starts with none of the names, which must be sorted from longest to shortest.
    init?(_ key: String, names: [String]) {
        guard let name = names.first(where: { key.hasPrefix($0) }) else { return nil }
        self.name = name
        let rest = key.dropFirst(name.count)
        number = rest.prefix(while: \.isNumber)
        ending = rest[number.endIndex...]
    }
}
