/// A person as a page of the API has them.
public struct RemotePerson: Equatable, Sendable {
    /// The place on the page, from 0.
    public let index: Int
    /// What the API calls the person (`login.uuid`); unique within one source only.
    public let uuid: String?
    /// What the API says; the identifier is the store's to choose and empty here.
    public let contact: Contact
    /// What a store keeps beside that, made here so that no store is kept waiting for it.
    let keys: ContactKeys

    /// Creates a person.
    public init(index: Int, uuid: String?, contact: Contact) {
        self.index = index
        self.uuid = uuid
        self.contact = contact
        keys = ContactKeys(contact)
    }
}
