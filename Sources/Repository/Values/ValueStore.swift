/// Stores small JSON texts by key between runs of the program.
///
/// Methods may be called from any thread, and block while the store is locked. A write is atomic: after a crash a read
/// returns the old value or the new one. Methods throw ``RepositoryError``.
public protocol ValueStore: AnyObject, Sendable {
    /// Reads a value; `nil` when there is none.
    func value(for key: String) throws -> String?

    /// Saves values in place of the current ones, all or none.
    func save(_ values: [String: String]) throws

    /// Renames a value, in place of one with the new key; does nothing when there is no value.
    func rename(_ key: String, to newKey: String) throws
}
