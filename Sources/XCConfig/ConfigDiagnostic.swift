/// An error or warning about a configuration file.
package struct ConfigDiagnostic: Hashable, Sendable {
    package enum Severity: String, Sendable {
        /// The file is valid, but probably doesn't mean what its author intended.
        case warning
        /// The file is invalid; the faulty part is ignored.
        case error
    }

    package var severity: Severity
    /// The file's path, relative to the folder of the entry file.
    package var file: String
    package var position: SourcePosition
    /// A description of the problem, in one line.
    package var message: String
    /// Advice on how to fix it, in one line.
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
    /// The diagnostic in the format of a compiler: `file:line:column: severity: message (hint)`.
    package var description: String {
        "\(file):\(position.line):\(position.column): \(severity.rawValue): \(message) (\(hint))"
    }
}

/// A position in a file.
package struct SourcePosition: Hashable, Sendable {
    /// The line number, starting at 1.
    package var line: Int
    /// The byte's number in the line, starting at 1; a byte order mark isn't counted.
    package var column: Int
}

/// Collects diagnostics in the order of discovery, without duplicates.
struct DiagnosticCollector: Sendable {
    // Limits the memory that a hostile file can use. Nobody reads more diagnostics than this.
    static let limit = 100_000

    private(set) var diagnostics: [ConfigDiagnostic] = []
    private var known: Set<ConfigDiagnostic> = []

    /// Adds a diagnostic unless it is already known: a file that is included twice is read twice but reported once.
    mutating func add(_ diagnostic: ConfigDiagnostic) {
        guard diagnostics.count < Self.limit, known.insert(diagnostic).inserted else { return }
        diagnostics.append(diagnostic)
    }

    mutating func add(contentsOf others: [ConfigDiagnostic]) {
        for diagnostic in others { add(diagnostic) }
    }
}
