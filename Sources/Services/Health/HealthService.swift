/// Finds out what keeps the program from working well.
public protocol HealthService: Sendable {
    /// Looks at everything asked for, and repairs what may be repaired.
    ///
    /// - Returns: The findings in the order in which they are shown, at least one for each check.
    /// - Throws: `CancellationError` only; what goes wrong is a finding.
    func examine(_ request: HealthRequest) async throws -> [HealthFinding]
}

/// What is looked at to tell whether the program can work.
public enum HealthCheck: String, Codable, Sendable {
    /// The settings.
    case configuration
    /// The file of the contacts.
    case database
    /// What the search finds them by.
    case index
    /// Who may read the files.
    case permissions
    /// The room on the disk.
    case space
    /// Texts that were not saved.
    case drafts
    /// The server that people are fetched from.
    case api
    /// The time of this computer.
    case clock
}

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

/// What is to be examined.
public struct HealthRequest: Equatable, Codable, Sendable {
    /// Whether all of the database is read, which takes longer.
    public var isFull: Bool
    /// Whether to repair what can be repaired without loss.
    public var isFixing: Bool
    /// Whether to leave the network alone.
    public var isOffline: Bool
    /// The folders of the program, which nobody else should read.
    public var folders: [String]
    /// The folder of drafts; `nil` when there can be none.
    public var draftFolder: String?

    /// Creates a request.
    public init(
        isFull: Bool = false,
        isFixing: Bool = false,
        isOffline: Bool = false,
        folders: [String] = [],
        draftFolder: String? = nil
    ) {
        self.isFull = isFull
        self.isFixing = isFixing
        self.isOffline = isOffline
        self.folders = folders
        self.draftFolder = draftFolder
    }
}
