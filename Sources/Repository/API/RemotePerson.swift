/// A person as a page of the API has them.
public struct RemotePerson: Equatable, Sendable {
    /// The place on the page, from 0.
    public let index: Int
    /// What the API calls the person (`login.uuid`); unique within one source only.
    public let uuid: String?
    /// What a store keeps, made here so that no store is kept waiting for it.
    let row: PersonRow

    /// What the API says; the identifier is the store's to choose and empty here.
    public var contact: Contact { row.contact }

    /// Creates a person; of the contact is kept what a page of the API can say.
    public init(index: Int, uuid: String?, contact: Contact) {
        self.index = index
        self.uuid = uuid
        row = PersonRow(contact, ContactKeys(contact))
    }
}
