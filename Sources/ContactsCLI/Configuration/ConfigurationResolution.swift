import XCConfig

/// What a file of someone's own says, whether or not the program knows its keys.
struct ConfigurationResolution: Sendable {
    private let config: ResolvedConfig

    /// Reads a file and what it includes.
    ///
    /// - Parameters:
    ///   - path: The file, absolute or relative to the working folder.
    ///   - conditions: What conditions are compared with, as name and value.
    ///   - developerFolder: What `<DEVELOPER_DIR>` stands for.
    ///   - fileSystem: Where files are.
    /// - Throws: When the file itself cannot be read.
    init(
        _ path: String,
        conditions: [(name: String, value: String)] = [],
        developerFolder: String? = nil,
        fileSystem: any ConfigFileSystem = LocalConfigFileSystem()
    ) throws(ConfigFileError) {
        var resolver = ConfigResolver(fileSystem: fileSystem)
        for condition in conditions {
            resolver.conditions.add(condition.value, for: condition.name)
        }
        resolver.developerFolder = developerFolder.map { folder in
            folder.hasPrefix("/") ? folder : "\(fileSystem.currentFolder)/\(folder)"
        }
        config = try resolver.resolve(path)
    }

    /// Whether something in the file or in what it includes is wrong, rather than only doubtful.
    var hasErrors: Bool { config.hasErrors }

    /// One line for each finding, `file:line:column: severity: message (hint)`.
    var findings: [String] {
        config.diagnostics.map(\.description)
    }

    /// `KEY = value` for each key, sorted.
    var text: [UInt8] {
        var bytes: [UInt8] = []
        for (key, value) in sortedValues {
            bytes += TerminalText.sanitized("\(key) = \(value.string)").utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// The values as strings and as lists, keys sorted, and the diagnostics.
    func json(_ text: JSONText) -> [UInt8] {
        let values = sortedValues
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(64) { $0 + 2 * $1.key.utf8.count + 3 * $1.value.string.utf8.count + 16 })
        bytes += #"{"values":"#.utf8
        appendObject(values, to: &bytes, text) { text.append($0.string, to: &$1) }
        bytes += #","lists":"#.utf8
        appendObject(values, to: &bytes, text) { value, bytes in
            bytes += "[".utf8
            for (index, element) in value.list.enumerated() {
                if index > 0 { bytes += ",".utf8 }
                text.append(element, to: &bytes)
            }
            bytes += "]".utf8
        }
        bytes += #","diagnostics":["#.utf8
        for (index, diagnostic) in config.diagnostics.enumerated() {
            bytes += index > 0 ? ",\n".utf8 : "\n".utf8
            append(diagnostic, to: &bytes, text)
        }
        bytes += config.diagnostics.isEmpty ? "]}\n".utf8 : "\n]}\n".utf8
        return bytes
    }

    private var sortedValues: [(key: String, value: ResolvedValue)] {
        config.values.keys.sorted().compactMap { key in config.values[key].map { (key, $0) } }
    }

    private func appendObject(
        _ values: [(key: String, value: ResolvedValue)],
        to bytes: inout [UInt8],
        _ text: JSONText,
        _ append: (ResolvedValue, inout [UInt8]) -> Void
    ) {
        bytes += "{".utf8
        for (index, (key, value)) in values.enumerated() {
            bytes += index > 0 ? ",\n".utf8 : "\n".utf8
            text.append(key, to: &bytes)
            bytes += ":".utf8
            append(value, &bytes)
        }
        bytes += values.isEmpty ? "}".utf8 : "\n}".utf8
    }

    private func append(_ diagnostic: ConfigDiagnostic, to bytes: inout [UInt8], _ text: JSONText) {
        bytes += #"{"severity":"#.utf8
        text.append(diagnostic.severity.rawValue, to: &bytes)
        bytes += #","file":"#.utf8
        text.append(diagnostic.file, to: &bytes)
        bytes += #","line":\#(diagnostic.position.line),"column":\#(diagnostic.position.column),"message":"#.utf8
        text.append(diagnostic.message, to: &bytes)
        bytes += #","hint":"#.utf8
        text.append(diagnostic.hint, to: &bytes)
        bytes += "}".utf8
    }
}
