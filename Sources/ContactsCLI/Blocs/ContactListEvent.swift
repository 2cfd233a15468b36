import Repository

/// What a list of contacts is told.
enum ContactListEvent: Codable, Sendable {
    /// The list was opened: the first page is wanted.
    case started(ContactListRequest)
    /// The page after the one that is shown is wanted; does nothing while a page is on its way or when there is none left.
    case nextPageRequested
    /// Fresh people were asked for: the list begins again with what the network says.
    case refreshed
    /// A contact was changed somewhere.
    case contactSaved(Contact)
    /// Contacts came, went, or were changed all at once: what is stored now is wanted, from the beginning.
    case contactsChanged
    /// The bloc told itself to read a page, after it decided which in the order of the events above.
    case pageNeeded(ContactListPageNeed)
}
