import Repository

/// The meaning of a column of a CSV file.
///
/// Columns about the same e-mail address, number or postal address share a slot.
enum CSVColumn: Sendable {
    case field(ContactField)
    case email(slot: String)
    case emailTypes(slot: String)
    case phone(slot: String, types: [String])
    case phoneTypes(slot: String)
    case addressPart(slot: String, types: [String], AddressPart)
    case addressTypes(slot: String)

    /// Finds the column of a header: a name of this program, of Google or of Outlook, in any case and punctuation.
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

    private static func key(_ header: String) -> String {
        header.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static func numbered(_ key: String) -> CSVColumn? {
        if let match = key.wholeMatch(of: /(?:email|mail|emailaddress)(\d*)(?:value|address)?/) {
            return .email(slot: slot(match.output.1))
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
        return key.wholeMatch(of: /(?:website|url)\d+(?:value)?/) == nil ? nil : byName["urls"]
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
            case "other" where isNamed, "primary" where isNamed, "main" where isNamed: []
            default: nil
            }
        return types.map { .phone(slot: place + match.output.3, types: $0) }
    }

    /// `Address 1 - City`, `Home Street`, `city`.
    private static func address(_ key: String) -> CSVColumn? {
        if let match = key.wholeMatch(of: /address(\d*)(?:types?|label)/) {
            return .addressTypes(slot: slot(match.output.1))
        }
        if let match = key.wholeMatch(of: /address(\d*)(\D+\d?)/), let part = part(String(match.output.2)) {
            return .addressPart(slot: slot(match.output.1), types: [], part)
        }
        if let match = key.wholeMatch(of: /(home|business|work|other)(?:address)?(\D+\d?)/),
            let part = part(String(match.output.2))
        {
            let place = match.output.1 == "business" ? "work" : String(match.output.1)
            return .addressPart(slot: place, types: place == "other" ? [] : [place], part)
        }
        return part(key).map { .addressPart(slot: "1", types: [], $0) }
    }

    private static func part(_ name: String) -> AddressPart? {
        switch name {
        case "street", "streetaddress", "street1": .street
        case "extended", "extendedaddress", "street2": .extended
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
