public import struct Foundation.Date

/// Asks whether an API answers, with one small request.
public protocol APIProbe: Sendable {
    /// Asks for one person, who is not stored.
    ///
    /// Throws ``RepositoryError`` as ``ContactAPI`` does, and `CancellationError`.
    ///
    /// - Returns: What time it is at the server; `nil` when it does not say.
    func probe() async throws -> Date?
}
