/// What one file says, its includes not followed yet.
struct ParsedConfigFile: Sendable {
    /// The statements in the order of the file.
    var statements: [ConfigStatement]
    /// What is wrong with the file, in the order of the file.
    var diagnostics: [ConfigDiagnostic]
}

/// One line of a file that says something, continued lines counted as one.
enum ConfigStatement: Sendable {
    case assignment(ConfigAssignment)
    case include(IncludeDirective)
}

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

/// A condition of an assignment, as `[sdk=linux*]`.
public struct ConfigCondition: Hashable, Sendable {
    /// The name before the first `=`, as written, never empty.
    public var parameter: String
    /// The pattern up to the bracket, as written; it may be empty.
    public var pattern: String

    /// Creates a condition.
    public init(parameter: String, pattern: String) {
        self.parameter = parameter
        self.pattern = pattern
    }
}

/// An `#include "file"` or `#include? "file"` line.
struct IncludeDirective: Sendable {
    /// The name between the quotation marks, as written.
    var name: String
    /// Whether the file may be missing.
    var isOptional: Bool
    /// Where the `#` is.
    var position: SourcePosition
}
