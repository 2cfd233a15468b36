/// Finds out what keeps the program from working well, and repairs it on request.
public protocol HealthService: Sendable {
    /// Runs the requested checks, and repairs problems if requested.
    ///
    /// - Returns: The findings in the order of display, at least one for each check.
    /// - Throws: Only `CancellationError`; every other failure is a finding.
    func examine(_ request: HealthRequest) async throws -> [HealthFinding]
}

/// A part of the program that is examined.
public enum HealthCheck: String, Codable, Sendable {
    case configuration
    case database
    /// Another book than the current one, or the source of a book.
    case book
    /// The index of the search and the order.
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
        /// It works, but not as well as it could.
        case warning
        /// Something doesn't work, or isn't safe.
        case problem
    }

    package var check: HealthCheck
    /// The severity; ``Level/ok`` after a repair.
    package var level: Level
    /// The finding, in a sentence.
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
    /// Whether the whole database is read, which takes longer.
    package var isFull: Bool
    /// Whether to repair what can be repaired without loss.
    package var isFixing: Bool
    package var isOffline: Bool
    /// The folders of the program, which other users should not be able to read.
    package var folders: [String]
    /// The files that other users should not be able to read, such as settings with a token and the log.
    package var files: [String]
    /// The folder of drafts; `nil` when there is none.
    package var draftFolder: String?

    package init(
        isFull: Bool = false,
        isFixing: Bool = false,
        isOffline: Bool = false,
        folders: [String] = [],
        files: [String] = [],
        draftFolder: String? = nil
    ) {
        self.isFull = isFull
        self.isFixing = isFixing
        self.isOffline = isOffline
        self.folders = folders
        self.files = files
        self.draftFolder = draftFolder
    }
}
