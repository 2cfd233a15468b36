import Repository

/// One of the values of a contact, with whose it is.
struct NamedValue: Equatable, Sendable {
    /// Whose it is.
    var id: ContactID
    /// The name of that contact.
    var name: String
    /// The value with what it is for.
    var value: ContactValue

    /// What the value is for.
    var type: String { value.types.joined(separator: ",") }
}
