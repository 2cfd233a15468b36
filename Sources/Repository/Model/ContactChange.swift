/// A change of the store that a user makes.
public enum ContactChange: Equatable, Codable, Sendable {
    /// Adds a contact; it gets an identifier of its own when its identifier is empty.
    case add(Contact)
    /// Changes some fields.
    case edit(ContactID, ContactEdit)
    /// Makes the contact what is given, whatever it was.
    case replace(ContactID, Contact)
    /// Removes the contact; one of the source is not brought back by a refresh.
    case remove(ContactID)
    /// Drops what was changed here in a contact of the source; groups and the mark of a favourite stay.
    case revert(ContactID)
}

extension ContactChange {
    /// The contact that must be there already.
    var existing: ContactID? {
        switch self {
        case .add: nil
        case .edit(let id, _), .replace(let id, _), .remove(let id), .revert(let id): id
        }
    }
}
