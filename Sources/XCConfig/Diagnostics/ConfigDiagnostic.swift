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

/// Collects diagnostics in the order of their discovery, each one once.
struct DiagnosticCollector: Sendable {
    /// What a hostile file may make us remember; whoever sees this many findings has one problem, not many.
    static let limit = 100_000

    private(set) var diagnostics: [ConfigDiagnostic] = []
    private var known: Set<ConfigDiagnostic> = []

    /// Adds a diagnostic unless it is known: a file that is included twice is read twice, but told about once.
    mutating func add(_ diagnostic: ConfigDiagnostic) {
        guard diagnostics.count < Self.limit, known.insert(diagnostic).inserted else { return }
        diagnostics.append(diagnostic)
    }

    mutating func add(contentsOf others: [ConfigDiagnostic]) {
        for diagnostic in others {
            add(diagnostic)
        }
    }
}
