/// An error or a warning about a configuration file.
package struct ConfigDiagnostic: Hashable, Sendable {
    package enum Severity: String, Sendable {
        /// The file is valid, but probably does not mean what its author intended.
        case warning
        /// The file is invalid; this part of it is ignored.
        case error
    }

    package var severity: Severity
    /// The file, as a path relative to the folder of the entry file.
    package var file: String
    package var position: SourcePosition
    /// The problem, in one line.
    package var message: String
    /// The advice, in one line.
    package var hint: String

    init(_ severity: Severity, file: String, at position: SourcePosition, _ message: String, hint: String) {
        self.severity = severity
        self.file = file
        self.position = position
        self.message = message
        self.hint = hint
    }
}

extension ConfigDiagnostic: CustomStringConvertible {
    /// The diagnostic in the format of compilers: `file:line:column: severity: message (hint)`.
    package var description: String {
        "\(file):\(position.line):\(position.column): \(severity.rawValue): \(message) (\(hint))"
    }
}

/// A position in a file.
package struct SourcePosition: Hashable, Sendable {
    /// The line, counted from 1.
    package var line: Int
    /// The byte in the line, counted from 1; a byte order mark is not counted.
    package var column: Int
}

/// Collects diagnostics in the order of their discovery, without duplicates.
struct DiagnosticCollector: Sendable {
    // Bounds the memory that a hostile file can use. Nobody reads more diagnostics than this.
    static let limit = 100_000

    private(set) var diagnostics: [ConfigDiagnostic] = []
    private var known: Set<ConfigDiagnostic> = []

    /// Adds a diagnostic unless it was added before: a file that is included twice is read twice but reported once.
    mutating func add(_ diagnostic: ConfigDiagnostic) {
        guard diagnostics.count < Self.limit, known.insert(diagnostic).inserted else { return }
        diagnostics.append(diagnostic)
    }

    mutating func add(contentsOf others: [ConfigDiagnostic]) {
        for diagnostic in others { add(diagnostic) }
    }
}
