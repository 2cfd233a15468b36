import Primitives
import Repository

extension ContactField {
    static let names = shown.map(\.name)

    /// The fields by all their names, as ``FieldName/key(_:)`` has them.
    private static let byName = Dictionary(
        shown.map { (FieldName.key($0.name), $0) }
            + shown.flatMap { field in (field.output?.aliases ?? []).map { (FieldName.key($0), field) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The field of the name, without regard to case, `-` and `_`.
    static func shown(named name: String) -> ContactField? { byName[FieldName.key(name)] }

    static func suggestion(for name: String) -> String? {
        let aliases = shown.flatMap { $0.output?.aliases ?? [] }.map(FieldName.key).sorted()
        return NearestName.find(FieldName.key(name), in: names + aliases).flatMap { shown(named: $0)?.name }
    }
}

extension ContactField {
    func value(of contact: Contact) -> OutputValue {
        switch value {
        case .text(let text): OutputValue(text.get(contact))
        case .texts(let texts): OutputValue(texts.get(contact))
        case .values(let values): OutputValue(values.get(contact))
        case .flag(let flag): .flag(flag.get(contact))
        case .addresses: OutputValue(contact.addresses)
        case .photo: OutputValue(contact.photo)
        case .name: OutputValue(contact.name, shownAs: contact.displayName)
        case .address: OutputValue(contact.address)
        case .picture: OutputValue(contact.picture)
        }
    }

    /// Returns the value as one text: several values are separated by semicolons, and no value is empty.
    func text(of contact: Contact) -> String {
        switch value {
        case .text(let text): text.get(contact) ?? ""
        case .flag(let flag): flag.get(contact) ? "yes" : "no"
        default: values(of: contact).map(\.value).joined(separator: "; ")
        }
    }

    /// The values in the field, each with its types; a yes is the value “yes”.
    func values(of contact: Contact) -> [ContactValue] {
        let texts: [String?]
        switch value {
        case .values(let values): return values.get(contact)
        case .addresses:
            return contact.addresses.map {
                ContactValue(AddressText.line(of: $0.address), types: $0.types, isPreferred: $0.isPreferred)
            }
        case .text(let text): texts = [text.get(contact)]
        case .texts(let list): texts = list.get(contact)
        case .flag(let flag): texts = [flag.get(contact) ? "yes" : nil]
        case .name: texts = [contact.displayName]
        case .address: texts = [AddressText.line(of: contact.address)]
        case .picture: texts = [contact.picture.best]
        case .photo:
            texts =
                switch contact.photo {
                case nil: []
                case .uri(let uri): [uri]
                case .data(let mediaType, _): [mediaType]
                }
        }
        return texts.compactMap { $0.map { ContactValue($0) } }
    }
}

extension PictureLinks {
    /// The link to the largest picture.
    var best: String? { large ?? medium ?? thumbnail }
}

/// A value as a tree that every format can write.
indirect enum OutputValue: Equatable, Sendable {
    case unknown
    case text(String)
    case flag(Bool)
    case number(Int)
    case list([OutputValue])
    case object([(key: String, value: OutputValue)])

    init(_ text: String?) {
        self = text.map(OutputValue.text) ?? .unknown
    }

    init(_ texts: [String]) {
        self = .list(texts.map(OutputValue.text))
    }

    init(_ values: [ContactValue]) {
        self = .list(values.map { Self.value(.text($0.value), types: $0.types, isPreferred: $0.isPreferred) })
    }

    init(_ addresses: [ContactAddress]) {
        self = .list(
            addresses.map { Self.value(OutputValue($0.address), types: $0.types, isPreferred: $0.isPreferred) }
        )
    }

    init(_ address: PostalAddress) {
        self = Self.texts(AddressPart.allCases.map { ($0.rawValue, address[$0]) })
    }

    init(_ name: PersonName, shownAs shown: String) {
        self = Self.texts([
            ("title", name.title), ("first", name.first), ("last", name.last), ("middle", name.middle),
            ("suffix", name.suffix), ("formatted", shown),
        ])
    }

    init(_ picture: PictureLinks) {
        self = Self.texts([("large", picture.large), ("medium", picture.medium), ("thumbnail", picture.thumbnail)])
    }

    init(_ photo: ContactPhoto?) {
        switch photo {
        case nil: self = .unknown
        case .uri(let uri): self = Self.texts([("uri", uri)])
        case .data(let mediaType, let base64): self = Self.texts([("mediaType", mediaType), ("data", base64)])
        }
    }

    static func == (left: OutputValue, right: OutputValue) -> Bool {
        switch (left, right) {
        case (.unknown, .unknown): true
        case (.text(let left), .text(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)): left.elementsEqual(right) { $0 == $1 }
        default: false
        }
    }

    private static func texts(_ members: [(String, String?)]) -> OutputValue {
        .object(members.map { ($0.0, OutputValue($0.1)) })
    }

    private static func value(_ value: OutputValue, types: [String], isPreferred: Bool) -> OutputValue {
        .object([("value", value), ("types", OutputValue(types)), ("preferred", .flag(isPreferred))])
    }
}
