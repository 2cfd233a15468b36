public import Repository

/// Contacts that look like one person.
public struct DuplicateGroup: Equatable, Codable, Sendable {
    /// The contacts, two at least; the first knows most, and the others would be merged into it.
    public var contacts: [Contact]
    /// Why they look so, such as `the same e-mail address`; each reason once.
    public var reasons: [String]

    /// Creates a group.
    public init(contacts: [Contact], reasons: [String]) {
        self.contacts = contacts
        self.reasons = reasons
    }
}
