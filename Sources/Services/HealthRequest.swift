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
