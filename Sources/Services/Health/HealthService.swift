/// Finds out what keeps the program from working well, and repairs it on request.
public protocol HealthService: Sendable {
    /// Runs the checks of the request, and repairs what it may.
    ///
    /// - Returns: The findings in the order of display, at least one for each check.
    /// - Throws: Only `CancellationError`; every other failure is a finding.
    func examine(_ request: HealthRequest) async throws -> [HealthFinding]
}

/// A part of the program that is examined.
public enum HealthCheck: String, Codable, Sendable {
    /// The settings.
    case configuration
    /// The database of the contacts.
    case database
    /// Another book than the one that commands work with, or what a book is synchronized with.
    case book
    /// The index of the search and the order.
    case index
    /// The permissions of files and folders.
    case permissions
    /// The free space on the disk.
    case space
    /// Drafts of edits that were not saved.
    case drafts
    /// The server of the API.
    case api
    /// The clock of this computer.
    case clock
}

/// The result of one check.
public struct HealthFinding: Equatable, Codable, Sendable {
    /// How serious a finding is.
    public enum Level: String, Codable, Sendable {
        /// Everything is as it should be.
        case ok
        /// It works, but not as well as it could.
        case warning
        /// Something does not work, or is not safe.
        case problem
    }

    /// The check.
    public var check: HealthCheck
    /// How serious it is; ``Level/ok`` after a repair.
    public var level: Level
    /// What was found, in a sentence.
    public var message: String
    /// What the user can do; `nil` when nothing is to be done.
    public var advice: String?
    /// Whether it was repaired just now.
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

/// Which checks are run, and how.
public struct HealthRequest: Equatable, Codable, Sendable {
    /// Whether the whole database is read, which takes longer.
    public var isFull: Bool
    /// Whether to repair what can be repaired without loss.
    public var isFixing: Bool
    /// Whether the network must not be used.
    public var isOffline: Bool
    /// The folders of the program, which other users should not be able to read.
    public var folders: [String]
    /// The files that other users should not be able to read, such as settings with a token and the log.
    public var files: [String]
    /// The folder of drafts; `nil` when there is none.
    public var draftFolder: String?

    /// Creates a request.
    public init(
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
