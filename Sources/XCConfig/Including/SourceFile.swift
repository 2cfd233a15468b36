/// A file that was read, or looked for.
public struct SourceFile: Hashable, Sendable {
    /// The absolute path.
    public var path: String
    /// The path relative to the folder of the entry file, as diagnostics show it.
    public var name: String
    /// Whether it was there.
    public var exists: Bool
}
