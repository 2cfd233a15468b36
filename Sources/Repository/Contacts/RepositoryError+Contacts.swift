extension RepositoryError {
    /// Nobody has the identifier.
    static func noContact(_ id: ContactID) -> RepositoryError {
        RepositoryError(
            .notFound,
            "No contact has the identifier “\(ShownText.line(id.rawValue, limit: 64))”; the list shows those that there are."
        )
    }
}
