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
