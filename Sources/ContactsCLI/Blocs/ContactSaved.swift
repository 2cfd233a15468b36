import Repository

/// Broadcast to all blocs after a contact was changed here and stored.
struct ContactSaved: Sendable {
    /// The contact as it is now.
    let contact: Contact
}
