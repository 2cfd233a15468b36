/// A person as a page of the API has them.
public struct RemotePerson: Equatable, Sendable {
    /// The place on the page, from 0.
    public var index: Int
    /// What the API calls the person (`login.uuid`); unique within one source only.
    public var uuid: String?
    /// What the API says; the identifier is the store's to choose and empty here.
    public var contact: Contact

    /// Creates a person.
    public init(index: Int, uuid: String?, contact: Contact) {
        self.index = index
        self.uuid = uuid
        self.contact = contact
    }
}
