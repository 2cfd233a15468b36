/// A place in a file: the line, counted from 1, and the byte in that line, counted from 1.
public struct SourcePosition: Hashable, Sendable {
    /// The line, counted from 1.
    public var line: Int
    /// The byte in the line, counted from 1; a byte order mark is not counted.
    public var column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
