/// What a repair of a store did.
public struct StoreRepair: Equatable, Sendable {
    /// Where the damaged database is now, whole; `nil` when it stayed in its place.
    public var database: String?
    /// The contacts that were saved from it.
    public var saved: Int
    /// The file with the records that could not be read; `nil` when there were none.
    public var recordFile: String?
    /// These records.
    public var records: [UnreadableRecord]
    /// Whether the search index, sort keys and groups were made again.
    public var hasNewIndex = false

    /// Creates a description.
    public init(
        database: String? = nil,
        saved: Int = 0,
        recordFile: String? = nil,
        records: [UnreadableRecord] = []
    ) {
        self.database = database
        self.saved = saved
        self.recordFile = recordFile
        self.records = records
    }
}
