import ArgumentParser
import Repository

/// The forms in which one contact can be asked for.
enum ShowFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case tsv

    /// The contact in this form.
    func bytes(of contact: Contact, for screen: Screen) -> [UInt8] {
        switch self {
        case .text:
            return Array(ContactDetails.text(of: contact).utf8)
        case .json:
            return JSONFormat(isForTerminal: screen.isTerminal).object(contact)
        case .tsv:
            var format = TSVFormat(isForTerminal: screen.isTerminal)
            return format.page([contact])
        }
    }
}
