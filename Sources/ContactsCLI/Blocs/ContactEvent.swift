import Repository

/// What the view of one contact is told.
enum ContactEvent: Sendable {
    /// The contact with the identifier, or with the only one that begins so, was asked for.
    case requested(matching: String)
    /// An edit of that contact was submitted.
    case edited(matching: String, ContactEdit)
}
