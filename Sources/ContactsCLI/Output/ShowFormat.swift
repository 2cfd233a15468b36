import ArgumentParser
import Repository

/// The forms in which chosen contacts can be asked for.
enum ShowFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case table
    case plain
    case tsv
    case csv
    case json
    case ndjson
    case vcard
    case jcard
    case yaml

    /// The contacts in this form; one that was asked for alone is written without a list around it.
    func bytes(
        of contacts: [Contact],
        isAlone: Bool,
        fields: [OutputField]?,
        hasHeader: Bool?,
        for screen: Screen
    ) -> [UInt8] {
        if isAlone, let contact = contacts.first, contacts.count == 1 {
            switch self {
            case .json:
                guard let fields else { return JSONFormat(isForTerminal: screen.isTerminal).object(contact) }
                return FieldJSONFormat(fields, isArray: false, isForTerminal: screen.isTerminal).object(contact)
            case .yaml:
                return YAMLFormat(fields ?? OutputField.everything).mapping(contact)
            default: break
            }
        }
        guard let format = ListFormat(rawValue: rawValue) else {
            return Array(
                contacts.map { ContactDetails.text(of: $0, fields: fields, on: screen) }.joined(separator: "\n").utf8
            )
        }
        var writer = format.writer(for: screen, fields: fields, hasHeader: hasHeader)
        return writer.page(contacts) + writer.end()
    }
}
