import Repository

/// What the view of one contact is told.
enum ContactEvent: Codable, Sendable {
    /// The contact with the identifier, or with the only one that begins so, was asked for.
    case requested(matching: String)
    /// An edit of that contact was submitted.
    case edited(matching: String, ContactEdit)
    /// A new contact was submitted.
    case added(Contact)
    /// The contacts that each of the texts names alone were asked for.
    case selected(matching: [String])
    /// An edit of several contacts was submitted.
    case editedAll([ContactID], ContactEdit)
    /// Contacts were marked as favourites, or the mark was taken away.
    case favored([ContactID], Bool)
    /// Contacts were put in groups and taken out of others.
    case grouped([ContactID], adding: [String], removing: [String])
    /// A group was given another name.
    case groupRenamed(String, to: String)
    /// The removal of contacts was confirmed.
    case removed([ContactID])
}
