import ArgumentParser
import XCConfig

/// `contacts config resolve`: what any `.xcconfig` file says.
struct ConfigResolveCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Resolve any .xcconfig file and print its values, and what is wrong with it.",
        usage:
            "contacts config resolve <file> [--condition <key=value>] ... [--developer-dir <dir>] [--format <format>]",
        discussion: """
            Conditions such as [config=Debug] are compared with what --condition tells. Ends with 78 when the file has an
            error; what could be resolved is printed all the same.

            EXAMPLES
              contacts config resolve App.xcconfig --condition config=Debug --condition sdk=iphoneos17
              contacts config resolve App.xcconfig --format text
            """
    )

    @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file(extensions: ["xcconfig"]))
    var file: String

    @Option(
        name: .customLong("condition"),
        help: ArgumentHelp("A value that conditions are compared with; may be repeated.", valueName: "key=value")
    )
    var conditions: [String] = []

    @Option(
        name: .customLong("developer-dir"),
        help: ArgumentHelp("The folder that <DEVELOPER_DIR> in an include stands for.", valueName: "dir"),
        completion: .directory
    )
    var developerFolder: String?

    @Option(help: ArgumentHelp("How to print: json or text.", valueName: "format"))
    var format: ResolutionFormat = .json

    static let needsContacts = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        for condition in conditions where Self.parts(of: condition) == nil {
            throw ValidationError("The condition '\(condition)' has no name and value; write --condition config=Debug.")
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let resolution = try resolve()
        switch format {
        case .json:
            try program.output.write(resolution.json(JSONText(isForTerminal: program.screen.isTerminal)))
        case .text:
            try program.output.write(resolution.text)
            for finding in resolution.findings { program.messages.detail(finding) }
        }
        return resolution.hasErrors ? .configuration : .success
    }

    private func resolve() throws(Failure) -> ConfigurationResolution {
        do {
            return try ConfigurationResolution(
                file,
                conditions: conditions.compactMap(Self.parts),
                developerFolder: developerFolder
            )
        } catch {
            throw InputFile.failure(for: error, path: file)
        }
    }

    private static func parts(of condition: String) -> (name: String, value: String)? {
        guard let equals = condition.firstIndex(of: "="), equals > condition.startIndex else { return nil }
        return (String(condition[..<equals]), String(condition[condition.index(after: equals)...]))
    }
}

/// The forms in which a resolved file is printed.
enum ResolutionFormat: String, CaseIterable, ExpressibleByArgument {
    case json
    case text
}

/// A settings file that the command line names.
enum InputFile {
    /// Fails unless the file can be read.
    static func requireReadable(_ path: String) throws(Failure) {
        let files = LocalConfigFileSystem()
        let absolute = path.hasPrefix("/") ? path : "\(files.currentFolder)/\(path)"
        do {
            _ = try files.contents(ofPath: absolute, limit: IncludeLimits().fileBytes)
        } catch {
            throw failure(for: error, path: path)
        }
    }

    /// What to tell about a file that could not be read.
    static func failure(for error: ConfigFileError, path: String) -> Failure {
        let status: ExitStatus = error == .missing ? .noInput : .badData
        return Failure(status, "The file '\(path)' cannot be read: \(error.reason).")
    }
}

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
