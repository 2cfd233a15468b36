/// Something in the store that cannot be read, while what is beside it can.
public struct UnreadableRecord: Error, Hashable, Codable, Sendable {
    /// What is kept there.
    public enum Kind: String, Codable, Sendable {
        /// What was typed or imported here for a contact.
        case card
        /// What a step of history did to a contact.
        case historyEntry
        /// The number or the time of a step of history.
        case historyStep
        case page
    }

    package var kind: Kind
    /// The identifier of the contact; `nil` when it is none.
    package var contact: ContactID?
    /// The number of the step or the page; `nil` when it is neither.
    package var number: Int64?
    /// The name of the contact, as far as it can be read.
    package var name: String?

    /// What cannot be read, in the middle of a sentence; without the name, which is personal.
    package var subject: String {
        let id = DisplaySafeText.line(contact?.rawValue ?? "", limit: 64)
        let number = number.map(String.init) ?? "?"
        return switch kind {
        case .card: "what is kept of the contact “\(id)”"
        case .historyEntry: "what step \(number) of the history did to the contact “\(id)”"
        case .historyStep: "the number or the time of step \(number) of the history"
        case .page: "the time at which page \(number) was fetched"
        }
    }

    /// What to do about it.
    package static let advice = "Run contacts doctor --fix, which sets it aside in a file and keeps the rest."
}

/// Called for each record that is left out because it can't be read.
package typealias LeftOut = @Sendable (UnreadableRecord) -> Void

extension RepositoryError {
    init(_ record: UnreadableRecord) {
        let subject = record.subject
        self.init(
            .unreadableDatabase,
            "\(subject.prefix(1).uppercased())\(subject.dropFirst()) cannot be read. \(UnreadableRecord.advice)"
        )
    }
}
