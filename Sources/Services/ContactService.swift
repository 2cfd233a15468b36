public import Repository

/// Finds and changes one contact.
public protocol ContactService: Sendable {
    /// Finds the contact with the identifier, with the only identifier that begins so, with exactly this name, or the only
    /// one that the text fits as a query.
    ///
    /// - Throws: `RepositoryError` with the code `notFound`, or `ambiguous` with the candidates.
    func contact(matching text: String) async throws -> Contact

    /// Checks the edit and applies it to the only contact that the text can mean.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when a value cannot be used (nothing was changed then).
    func edit(matching text: String, with edit: ContactEdit) async throws -> Contact
}
