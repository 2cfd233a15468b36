/// Something that is wrong or doubtful in a configuration file.
public struct ConfigDiagnostic: Hashable, Sendable {
    /// How bad a finding is.
    public enum Severity: String, Sendable {
        /// The file means something, but probably not what its author thinks.
        case warning
        /// The file is wrong; what it says at this place is lost.
        case error
    }

    /// How bad it is.
    public var severity: Severity
    /// The file, as a path relative to the folder of the entry file.
    public var file: String
    /// Where in the file.
    public var position: SourcePosition
    /// What is wrong, in one line.
    public var message: String
    /// What to do about it, in one line.
    public var hint: String

    /// Creates a diagnostic.
    public init(_ severity: Severity, file: String, at position: SourcePosition, _ message: String, hint: String) {
        self.severity = severity
        self.file = file
        self.position = position
        self.message = message
        self.hint = hint
    }
}

extension ConfigDiagnostic: CustomStringConvertible {
    /// The diagnostic as compilers print theirs: `file:line:column: severity: message (hint)`.
    public var description: String {
        "\(file):\(position.line):\(position.column): \(severity.rawValue): \(message) (\(hint))"
    }
}
