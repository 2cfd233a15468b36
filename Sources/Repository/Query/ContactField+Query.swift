extension ContactField {
    /// The name in the query language.
    package var queryName: String { query?.name ?? name }

    /// The names of all fields in the query language.
    package static let queryNames = queried.map(\.queryName)

    /// Other names of the same fields.
    package static let queryAliases = Dictionary(
        queried.flatMap { field in (field.query?.aliases ?? []).map { ($0, field) } },
        uniquingKeysWith: { first, _ in first }
    )

    private static let byQueryName = queryAliases.merging(queried.map { ($0.queryName, $0) }) { $1 }

    /// The field of the name in a query, without regard to case; blanks in a name are typed as `_` or `-`.
    package static func queried(named name: String) -> ContactField? {
        byQueryName[name.lowercased().replacing("-", with: "_")]
    }

    /// The texts of the contact that a term in this field is compared with.
    func texts(of contact: Contact) -> [String] {
        if let texts = query?.texts { return texts(contact) }
        switch value {
        case .text(let text): return text.get(contact).map { [$0] } ?? []
        case .texts(let texts): return texts.get(contact)
        case .values(let values): return values.get(contact).map(\.value)
        case .flag, .addresses, .photo, .name, .address, .picture: return []
        }
    }

    /// What the contact says in a field that is yes or no.
    func flag(of contact: Contact) -> Bool {
        if case .flag(let flag) = value { flag.get(contact) } else { false }
    }

    /// Whether the search index has all words of the field.
    var isIndexed: Bool {
        switch query?.index {
        case .own?, .covered?: true
        case .none?, nil: false
        }
    }

    /// The text of the contact that is searched when no field is named, in an order in which phrases are found.
    static func allTexts(of contact: Contact) -> [String] {
        indexed.flatMap { field in
            if case .address = field.value { return contact.addresses.flatMap { $0.address.searchedTexts } }
            return field.texts(of: contact)
        }
    }
}

extension PersonName {
    /// The parts as one text, and the whole name as another program wrote it.
    var searchedTexts: [String] {
        let parts = [first, middle, last, suffix].compactMap { $0 }
        return (parts.isEmpty ? [] : [parts.joined(separator: " ")]) + (formatted.map { [$0] } ?? [])
    }
}

extension PostalAddress {
    /// The parts, in the order in which they are searched.
    var searchedTexts: [String] { AddressPart.searched.compactMap { self[$0] } }
}

extension Contact {
    /// The identifier that came with the contact, else the one it is exported with; with and without the scheme.
    var searchedIdentifiers: [String] {
        let scheme = "urn:uuid:"
        let uid = uid ?? scheme + id.rawValue
        let hasScheme = uid.lowercased().utf8.starts(with: scheme.utf8)
        return [uid] + (hasScheme ? [String(uid.dropFirst(scheme.count))] : [])
    }
}
