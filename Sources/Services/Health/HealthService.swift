/// Finds out what keeps the program from working well.
public protocol HealthService: Sendable {
    /// Looks at everything asked for, and repairs what may be repaired.
    ///
    /// - Returns: The findings in the order in which they are shown, at least one for each check.
    /// - Throws: `CancellationError` only; what goes wrong is a finding.
    func examine(_ request: HealthRequest) async throws -> [HealthFinding]
}
