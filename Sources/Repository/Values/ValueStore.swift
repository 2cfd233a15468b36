public import struct Foundation.Date

/// Keeps small values by name between runs of the program.
///
/// Calls may come from any thread, and block while the store is busy. A write is atomic: whoever reads after a crash
/// finds the old value or the new one. Methods throw ``RepositoryError``.
public protocol ValueStore: Sendable {
    /// Reads a value; `nil` when there is none, or when it has expired.
    func value(for key: String) throws -> StoredValue?

    /// Keeps a value in place of the one that is there, for good or until it expires.
    func save(_ value: StoredValue, for key: String, until expiry: Date?) throws

    /// Forgets a value, if there is one.
    func remove(_ key: String) throws

    /// Gives a value another name, in place of a value that has it; nothing happens when there is none.
    func rename(_ key: String, to newKey: String) throws
}
