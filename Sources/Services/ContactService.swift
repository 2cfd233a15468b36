public import Repository

/// Finds and changes one contact.
public protocol ContactService: Sendable {
    /// Finds the contact with the identifier or the unique prefix of one.
    func contact(matching prefix: String) async throws -> Contact

    /// Checks the edit and applies it to the contact with the identifier or the unique prefix of one.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when a value cannot be used (nothing was changed then).
    func edit(matching prefix: String, with edit: ContactEdit) async throws -> Contact
}
