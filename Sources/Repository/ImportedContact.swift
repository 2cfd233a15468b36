/// A contact from elsewhere, made ready for a store.
///
/// Making it ready takes about a quarter of the time of storing it, and is done by ``init(_:)``: on the thread of whoever
/// reads the contacts, not on that of the store, which is thus not kept waiting.
public struct ImportedContact: Sendable {
    /// The contact as it was read.
    public let contact: Contact
    /// What is stored when nobody is here whom the contact names.
    let new: NewContact

    /// Makes a contact ready.
    public init(_ contact: Contact) {
        self.contact = contact
        new = NewContact(contact)
    }
}
