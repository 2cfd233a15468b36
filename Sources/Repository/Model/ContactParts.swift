/// The identity of a contact in a store: stable across refreshes, never shared by two people.
public struct ContactID: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The text of the identifier, as displayed and typed.
    public let rawValue: String

    /// Wraps the text; only a repository can tell whether a contact has this identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The text of the identifier.
    public var description: String { rawValue }

    /// Orders by the bytes of the text, like SQLite's BINARY collation.
    public static func < (left: ContactID, right: ContactID) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}

/// The origin of a contact.
public enum ContactOrigin: String, Hashable, Codable, Sendable {
    /// The API, whose refreshes update the contact.
    case source
    /// The user, who typed or imported it.
    case local
}

/// A picture that came with a contact.
public enum ContactPhoto: Hashable, Codable, Sendable {
    /// The URL of the picture, which this program never fetches.
    case uri(String)
    /// The picture itself in base64, with its media type (`image/jpeg`) if it is known.
    case data(mediaType: String?, base64: String)
}

/// An e-mail address or a telephone number with its types.
public struct ContactValue: Hashable, Codable, Sendable {
    package var value: String
    /// The types, as lowercase vCard words (`home`, `work`, `cell`); never `internet` or `pref`.
    package var types: [String]
    package var isPreferred: Bool

    package init(_ value: String, types: [String] = [], isPreferred: Bool = false) {
        self.value = value
        self.types = types
        self.isPreferred = isPreferred
    }

    package var isMobile: Bool { types.contains("cell") }

    // Created once, for many contacts.
    private static let home = ["home"]
    private static let mobile = ["cell"]

    /// Returns a list of a home number and a mobile number, either of which may be missing.
    static func phones(_ phone: String?, _ cell: String?) -> [ContactValue] {
        switch (phone, cell) {
        case (let phone?, let cell?): [ContactValue(phone, types: home), ContactValue(cell, types: mobile)]
        case (let phone?, nil): [ContactValue(phone, types: home)]
        case (nil, let cell?): [ContactValue(cell, types: mobile)]
        case (nil, nil): []
        }
    }

    /// The types that specify the kind of number.
    private static let kinds: Set<String> = [
        "cell", "fax", "pager", "video", "textphone", "modem", "bbs", "car", "isdn", "pcs",
    ]

    /// Whether the wanted types refer to a value with these types: a home fax is a fax, but not the home number.
    static func types(_ types: [String], fit wanted: [String]) -> Bool {
        let (types, wanted) = (Set(types.map { $0.lowercased() }), Set(wanted.map { $0.lowercased() }))
        return wanted.isSubset(of: types) && types.subtracting(wanted).isDisjoint(with: Self.kinds)
    }
}

/// A postal address with its types.
public struct ContactAddress: Hashable, Codable, Sendable {
    package var address: PostalAddress
    /// The types, as lowercase vCard words (`home`, `work`); never `pref`.
    package var types: [String]
    package var isPreferred: Bool

    package init(_ address: PostalAddress, types: [String] = [], isPreferred: Bool = false) {
        self.address = address
        self.types = types
        self.isPreferred = isPreferred
    }
}

/// The parts of a person's name.
public struct PersonName: Hashable, Codable, Sendable {
    /// The title or form of address, such as `Mrs` or `Madame`.
    package var title: String?
    package var first: String?
    package var middle: String?
    package var last: String?
    /// The suffix of the name, such as `Jr.` or `PhD`.
    package var suffix: String?
    /// The full name to display, if it was given and is more than the joined parts.
    package var formatted: String?

    package init(
        title: String? = nil,
        first: String? = nil,
        middle: String? = nil,
        last: String? = nil,
        suffix: String? = nil,
        formatted: String? = nil
    ) {
        self.title = title
        self.first = first
        self.middle = middle
        self.last = last
        self.suffix = suffix
        self.formatted = formatted
    }
}

/// The parts of a postal address.
public struct PostalAddress: Hashable, Codable, Sendable {
    /// The number and name of the street, separated by a single space and trimmed.
    package var street: String?
    package var city: String?
    /// The state, canton, county or province.
    package var state: String?
    /// The postcode as text, whether the source sent text or a number (`"68000"`, `"K1A 0B1"`).
    package var postcode: String?
    package var country: String?
    package var poBox: String?
    /// An addition to the street, such as a floor.
    package var extended: String?

    package init(
        street: String? = nil,
        city: String? = nil,
        state: String? = nil,
        postcode: String? = nil,
        country: String? = nil,
        poBox: String? = nil,
        extended: String? = nil
    ) {
        self.street = street
        self.city = city
        self.state = state
        self.postcode = postcode
        self.country = country
        self.poBox = poBox
        self.extended = extended
    }
}

/// The URLs of a person's picture in three sizes.
///
/// This program never fetches them.
public struct PictureLinks: Hashable, Codable, Sendable {
    package var large: String?
    package var medium: String?
    package var thumbnail: String?

    package init(large: String? = nil, medium: String? = nil, thumbnail: String? = nil) {
        self.large = large
        self.medium = medium
        self.thumbnail = thumbnail
    }
}

/// A part of a postal address, named as in JSON.
package enum AddressPart: String, CaseIterable, Sendable {
    case street, city, state, postcode, country, poBox, extended

    /// The order of the parts in a vCard, also used for searching.
    static let ordered: [AddressPart] = [.poBox, .extended, .street, .city, .state, .postcode, .country]
}

extension PostalAddress {
    var searchedTexts: [String] { AddressPart.ordered.compactMap { self[$0] } }

    package subscript(part: AddressPart) -> String? {
        get { self[keyPath: Self.property(part)] }
        set { self[keyPath: Self.property(part)] = newValue }
    }

    private static func property(_ part: AddressPart) -> WritableKeyPath<PostalAddress, String?> {
        switch part {
        case .street: \.street
        case .city: \.city
        case .state: \.state
        case .postcode: \.postcode
        case .country: \.country
        case .poBox: \.poBox
        case .extended: \.extended
        }
    }

    /// Returns the address with the given parts; an empty part clears the old one.
    func changed(by parts: PostalAddress) -> PostalAddress {
        var result = self
        for part in AddressPart.allCases {
            guard let new = parts[part], new != self[part] ?? "" else { continue }
            result[part] = new.isEmpty ? nil : new
        }
        return result
    }
}
