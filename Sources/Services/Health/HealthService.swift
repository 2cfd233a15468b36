/// Diagnoses problems of the program, and repairs them on request.
public protocol HealthService: Sendable {
    /// Runs the requested checks, and repairs problems if requested.
    ///
    /// - Returns: The findings in display order, at least one for each check.
    /// - Throws: Only `CancellationError`; any other failure becomes a finding.
    func examine(_ request: HealthRequest) async throws -> [HealthFinding]
}

/// A part of the program that is examined.
public enum HealthCheck: String, Codable, Sendable {
    case configuration
    case database
    /// A book other than the current one, or a book's source.
    case book
    /// The index for searching and sorting.
    case index
    case permissions
    case space
    /// Drafts of edits that weren't saved.
    case drafts
    case api
    case clock
}

/// The result of one check.
public struct HealthFinding: Equatable, Codable, Sendable {
    /// The severity of a finding.
    public enum Level: String, Codable, Sendable {
        /// Everything is as it should be.
        case ok
        /// It works, but could work better.
        case warning
        /// Something doesn't work, or isn't secure.
        case problem
    }

    package var check: HealthCheck
    /// The severity; ``Level/ok`` after a repair.
    package var level: Level
    /// The finding as a sentence.
    package var message: String
    package var advice: String?
    package var isRepaired: Bool

    package init(
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

/// A request for checks.
public struct HealthRequest: Equatable, Codable, Sendable {
    /// Whether to read the whole database, which takes longer.
    package var isFull = false
    /// Whether to repair what can be repaired without data loss.
    package var isFixing = false
    package var isOffline = false
    /// The program's folders, which other users shouldn't be able to read.
    package var folders: [String] = []
    /// Files that other users shouldn't be able to read, such as the log and settings with a token.
    package var files: [String] = []
    /// The folder of drafts; `nil` if it doesn't exist.
    package var draftFolder: String?
}

extension HealthRequest {
    package init(isFull: Bool) {
        // Passing the next argument selects the memberwise initializer.
        self.init(isFull: isFull, isFixing: false)
    }
}
