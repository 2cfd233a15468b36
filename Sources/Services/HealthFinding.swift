/// What came out of one check.
public struct HealthFinding: Equatable, Codable, Sendable {
    /// How bad it is.
    public enum Level: String, Codable, Sendable {
        /// As it should be.
        case ok
        /// It works, but not as well as it could.
        case warning
        /// Something does not work, or is not safe.
        case problem
    }

    /// What was looked at.
    public var check: HealthCheck
    /// How bad it is; what was repaired is well.
    public var level: Level
    /// What was found, a sentence.
    public var message: String
    /// What to do; `nil` when there is nothing to do.
    public var advice: String?
    /// Whether it was put right just now.
    public var isRepaired: Bool

    /// Creates a finding.
    public init(
        _ check: HealthCheck,
        _ level: Level,
        _ message: String,
        advice: String? = nil,
        isRepaired: Bool = false
    ) {
        self.check = check
        self.level = level
        self.message = message
        self.advice = advice
        self.isRepaired = isRepaired
    }
}
