/// A line of a file with its continuation lines.
enum ConfigStatement: Sendable {
    case assignment(ConfigAssignment)
    case include(IncludeDirective)
}

/// An assignment with its unresolved value.
struct ConfigAssignment: Sendable {
    /// The part of a value on one physical line.
    struct Segment: Sendable {
        /// The offset of the part in the value, in bytes.
        var offset: Int
        var position: SourcePosition
    }

    var name: String
    var conditions: [ConfigCondition]
    /// The value: trimmed, continuation lines joined, references unresolved.
    ///
    /// Shares the bytes of the file unless lines are continued.
    var value: ArraySlice<UInt8>
    /// The position of the name.
    var position: SourcePosition
    /// The position of the value; the one after the `=` if the value is empty.
    var valuePosition: SourcePosition
    /// The parts on continuation lines.
    var laterSegments: [Segment] = []

    /// The position in the file of a byte of the value.
    func position(ofOffset offset: Int) -> SourcePosition {
        let segment = laterSegments.last { $0.offset <= offset }
        let start = segment?.position ?? valuePosition
        return SourcePosition(line: start.line, column: start.column + offset - (segment?.offset ?? 0))
    }
}

/// A condition of an assignment, such as `[sdk=linux*]`.
package struct ConfigCondition: Hashable, Sendable {
    /// The name before the first `=`, as written, never empty.
    package var parameter: String
    /// The pattern up to the bracket, as written; it may be empty.
    package var pattern: String
}

/// An `#include "file"` or `#include? "file"` line.
struct IncludeDirective: Sendable {
    /// The name between the quotation marks, as written.
    var name: String
    /// Whether the file may be missing.
    var isOptional: Bool
    /// The position of the `#`.
    var position: SourcePosition
}
