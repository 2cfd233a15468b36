/// How much a file may make us read.
public struct IncludeLimits: Hashable, Sendable {
    /// How deep includes may be nested below the entry file.
    public var depth: Int
    /// How many files may be read, one that is included twice counted twice.
    public var fileCount: Int
    /// How many bytes one file may have.
    public var fileBytes: Int
    /// How many bytes all files together may have.
    public var totalBytes: Int

    /// Creates limits.
    public init(depth: Int = 64, fileCount: Int = 1_000, fileBytes: Int = 16 << 20, totalBytes: Int = 64 << 20) {
        self.depth = depth
        self.fileCount = fileCount
        self.fileBytes = fileBytes
        self.totalBytes = totalBytes
    }
}
