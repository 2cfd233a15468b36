import Foundation
import Repository

/// The meaning of a column of a CSV file.
///
/// Columns about the same e-mail address, number or postal address share a slot.
enum CSVColumn: Sendable {
    case field(ContactField)
    case email(slot: String, types: [String])
    case emailTypes(slot: String)
    case phone(slot: String, types: [String])
    case phoneTypes(slot: String)
    case addressPart(slot: String, types: [String], AddressPart)
    /// A whole postal address as one text.
    case addressText(slot: String, types: [String])
    case addressTypes(slot: String)
    /// A part of the birthday.
    case birth(Calendar.Component)
    /// A value that has its label in another column.
    case labelled(CSVLabelled, slot: String)
    case label(CSVLabelled, slot: String)
    /// A person, by what it is to the contact.
    case relation(String)
    /// A name at a messaging service.
    case messenger(String)
    /// The address of a picture.
    case photo
    /// How the contact is filed: its name, where there is no other.
    case fileAs
    /// What is kept under this name, because there is no field for it.
    case line(String)
    case ignored

    /// Finds the column of a header: a name of this program or of another one, in any case and punctuation.
    init?(header: String) {
        let key = Self.key(header)
        guard let column = Self.byName[key] ?? Self.numbered(key) ?? Self.phone(key) ?? Self.address(key) else {
            return nil
        }
        self = column
    }

    private static let byName: [String: CSVColumn] = Dictionary(
        ContactField.columns.flatMap { field in
            field.columns.map { (Self.key($0), CSVColumn.field(field)) }
        },
        uniquingKeysWith: { first, _ in first }
    )

    /// The header in lower case, without punctuation.
    static func key(_ header: String) -> String {
        header.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The name of the line that keeps a column without a field: `X-SHOE-SIZE`; empty when no letter of it is ASCII.
    static func property(_ header: String) -> String {
        let folded = header.replacing("ß", with: "ss").decomposedStringWithCanonicalMapping
        var words: [String] = [""]
        for scalar in folded.unicodeScalars {
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

    private static func numbered(_ key: String) -> CSVColumn? {
        if let match = key.wholeMatch(of: /(?:email|mail|emailaddress)(\d*)(?:value|address)?/) {
            return .email(slot: slot(match.output.1), types: [])
        }
        if let match = key.wholeMatch(of: /email(\d*)(?:types?|label)/) {
            return .emailTypes(slot: slot(match.output.1))
        }
        if let match = key.wholeMatch(of: /(?:phone|telephone|tel)(\d*)(?:value|number)?/) {
            return .phone(slot: slot(match.output.1), types: [])
        }
        if let match = key.wholeMatch(of: /(?:phone|telephone|tel)(\d*)(?:types?|label)/) {
            return .phoneTypes(slot: slot(match.output.1))
        }
        if let match = key.wholeMatch(of: /(relation|event|customfield|im|website)(\d+)(types?|label|value|service)/),
            let kind = CSVLabelled(key: String(match.output.1))
        {
            let slot = String(match.output.2)
            // The service says which name it is; the type is only where it is used.
            let isLabel = kind == .messenger ? match.output.3 == "service" : match.output.3 != "value"
            if kind == .messenger, match.output.3.hasPrefix("type") { return .ignored }
            return isLabel ? .label(kind, slot: slot) : .labelled(kind, slot: slot)
        }
        return key.wholeMatch(of: /(?:website|webpage|url)\d+/) == nil ? nil : byName["urls"]
    }

    /// `Mobile Phone`, `Business Phone 2`, `Home Fax`.
    private static func phone(_ key: String) -> CSVColumn? {
        guard let match = key.wholeMatch(of: /(\D+?)(phone|telephone|number)?(\d*)/) else { return nil }
        let place = String(match.output.1)
        let isNamed = match.output.2 != nil
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
        return types.map { .phone(slot: place + match.output.3, types: $0) }
    }

    /// `Address 1 - City`, `Home Street`, `Home Address`, `city`.
    private static func address(_ key: String) -> CSVColumn? {
        if let match = key.wholeMatch(of: /address(\d*)(?:types?|label)/) {
            return .addressTypes(slot: slot(match.output.1))
        }
        if let match = key.wholeMatch(of: /address(\d*)(\D+\d?)/) {
            if match.output.2 == "formatted" { return .addressText(slot: slot(match.output.1), types: []) }
            if let part = part(String(match.output.2)) {
                return .addressPart(slot: slot(match.output.1), types: [], part)
            }
        }
        if let match = key.wholeMatch(of: /(home|business|work|other)address/) {
            let (place, types) = Self.place(match.output.1)
            return .addressText(slot: place, types: types)
        }
        if let match = key.wholeMatch(of: /(home|business|work|other)(?:address)?(\D+\d?)/),
            let part = part(String(match.output.2))
        {
            let (place, types) = Self.place(match.output.1)
            return .addressPart(slot: place, types: types, part)
        }
        if key.wholeMatch(of: /(?:postal|mailing)?address1?/) != nil { return .addressText(slot: "1", types: []) }
        return part(key).map { .addressPart(slot: "1", types: [], $0) }
    }

    private static func place(_ name: Substring) -> (slot: String, types: [String]) {
        let place = name == "business" ? "work" : String(name)
        return (place, place == "other" ? [] : [place])
    }

    /// The part of an address; further lines of the street belong to the street.
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

    /// The slot; `email` and `email 1` are the same.
    private static func slot(_ digits: Substring) -> String {
        digits.isEmpty || digits == "1" ? "1" : String(digits)
    }
}

/// Values with a label of their own in another column.
enum CSVLabelled: Sendable {
    case relation, event, custom, messenger, website

    init?(key: String) {
        switch key {
        case "relation": self = .relation
        case "event": self = .event
        case "customfield": self = .custom
        case "im": self = .messenger
        case "website": self = .website
        default: return nil
        }
    }
}
