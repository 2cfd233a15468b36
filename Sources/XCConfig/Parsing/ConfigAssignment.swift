/// One assignment of a file, before anything in its value is resolved.
struct ConfigAssignment: Sendable {
    /// A part of the value that begins at a known place; a value has several when lines are continued.
    struct Segment: Sendable {
        /// The offset of the part in the value, in bytes.
        var offset: Int
        var position: SourcePosition
    }

    var name: String
    var conditions: [ConfigCondition]
    /// The value: trimmed, continued lines joined, references unresolved.
    ///
    /// A part of the file's own bytes, unless lines are continued.
    var value: ArraySlice<UInt8>
    /// Where the name begins.
    var position: SourcePosition
    /// Where the value begins; behind the `=` when it is empty.
    var valuePosition: SourcePosition
    /// The parts behind the first one, when lines were continued.
    var laterSegments: [Segment] = []

    /// Where in the file the given byte of the value is.
    func position(ofOffset offset: Int) -> SourcePosition {
        let segment = laterSegments.last { $0.offset <= offset }
        let start = segment?.position ?? valuePosition
        return SourcePosition(line: start.line, column: start.column + offset - (segment?.offset ?? 0))
    }
}
