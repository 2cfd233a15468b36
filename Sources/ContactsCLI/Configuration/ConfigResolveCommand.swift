import ArgumentParser
import Exchange
import TerminalUI
import XCConfig

struct ConfigResolveCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Resolve any .xcconfig file and print its values and problems.",
        usage:
            "contacts config resolve <file> [--condition <key=value>] ... [--developer-dir <dir>] [--show-secrets] [--format <format>]",
        discussion: """
            Conditions such as [config=Debug] are matched against the values of --condition. JSON (the default) and \
            YAML contain the values as text and as lists, and the diagnostics; the other formats print diagnostics on \
            standard error. The exit status is 78 if the file has an error; what could be resolved is printed anyway.

            Values of keys whose names suggest a secret (TOKEN, SECRET, PASSWORD, API_KEY and the like) are hidden, \
            even where other values refer to them, and so are passwords in addresses. --show-secrets prints them.

            EXAMPLES
              contacts config resolve App.xcconfig \\
                  --condition config=Debug --condition sdk=iphoneos17
              contacts config resolve App.xcconfig --format text
            """
    )

    @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file(extensions: ["xcconfig"]))
    var file: String

    @Option(help: ArgumentHelp("A value to match conditions against. Repeatable.", valueName: "key=value"))
    var condition: [String] = []

    @Option(
        help: ArgumentHelp("The folder that <DEVELOPER_DIR> in an include stands for.", valueName: "dir"),
        completion: .directory
    )
    var developerDir: String?

    @Flag(help: "Print secret values as they are.")
    var showSecrets = false

    @OptionGroup var output: ReportOptions

    func check() throws {
        for condition in condition where Self.parts(of: condition) == nil {
            throw ValidationError(
                "The condition '\(condition)' isn't of the form key=value. Give, for example, --condition config=Debug."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let resolution = try ConfigurationResolution(
            file,
            conditions: condition.compactMap(Self.parts),
            developerFolder: developerDir,
            showsSecrets: showSecrets
        )
        try program.output.write(bytes(of: resolution, in: program))
        return resolution.config.hasErrors ? .configuration : .success
    }

    /// JSON and YAML include the diagnostics unless fields are chosen; for other formats they are printed as messages.
    private func bytes(of resolution: ConfigurationResolution, in program: Program) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        switch output.format(for: program.screen, standard: .json) {
        case .json where output.fields.names == nil:
            JSONText(isForTerminal: program.screen.isTerminal).appendDocument(resolution.document, to: &bytes)
        case .yaml where output.fields.names == nil:
            YAMLText().append(resolution.document, to: &bytes)
        default:
            let screen = program.screen
            bytes = try output.bytes(of: resolution.values, as: .resolution, for: screen, standard: .json)
            for diagnostic in resolution.config.diagnostics { program.messages.detail(diagnostic.description) }
        }
        return bytes
    }

    private static func parts(of condition: String) -> (name: String, value: String)? {
        guard let equals = condition.firstIndex(of: "="), equals > condition.startIndex else { return nil }
        return (String(condition[..<equals]), String(condition[condition.index(after: equals)...]))
    }
}

/// A settings file that the command line names.
enum InputFile {
    static func requireReadable(_ path: String) throws(Failure) {
        let files = LocalConfigFileSystem()
        let absolute = path.hasPrefix("/") ? path : "\(files.currentFolder)/\(path)"
        do {
            _ = try files.contents(ofPath: absolute, limit: ConfigResolver().limits.fileBytes)
        } catch {
            throw failure(for: error, path: path)
        }
    }

    static func failure(for error: ConfigFileError, path: String) -> Failure {
        let status: ExitStatus = error == .missing ? .noInput : .badData
        return Failure(status, "The file '\(path)' cannot be read: \(error.reason).")
    }
}

/// The resolved values of a settings file, including keys that the program doesn't know.
struct ConfigurationResolution: Sendable {
    let config: ResolvedConfig
    /// The secrets to hide; `nil` shows them.
    private let secrets: SecretValues?

    /// Reads a file and its includes; relative paths start at the working folder.
    init(
        _ path: String,
        conditions: [(name: String, value: String)],
        developerFolder: String?,
        showsSecrets: Bool
    ) throws(Failure) {
        let fileSystem = LocalConfigFileSystem()
        var resolver = ConfigResolver(fileSystem: fileSystem)
        for condition in conditions {
            resolver.conditions.add(condition.value, for: condition.name)
        }
        resolver.developerFolder = developerFolder.map { folder in
            folder.hasPrefix("/") ? folder : "\(fileSystem.currentFolder)/\(folder)"
        }
        do {
            config = try resolver.resolve(path)
        } catch {
            throw InputFile.failure(for: error, path: path)
        }
        secrets = showsSecrets ? nil : SecretValues(of: config.values.mapValues(\.string))
    }

    /// The values, sorted by key; secrets are hidden.
    var values: [(key: String, value: ResolvedValue)] {
        config.values.keys.sorted().compactMap { key in
            guard var value = config.values[key] else { return nil }
            guard let secrets else { return (key, value) }
            value.string = secrets.hidden(value.string, of: key)
            value.list = value.list.map { secrets.hidden($0, of: key) }
            return (key, value)
        }
    }

    /// The values as strings and as lists, sorted by key, and the diagnostics.
    var document: [(key: String, value: OutputValue)] {
        [
            ("values", .object(values.map { ($0.key, .text($0.value.string)) })),
            ("lists", .object(values.map { ($0.key, OutputValue($0.value.list)) })),
            ("diagnostics", .list(config.diagnostics.map(Self.value))),
        ]
    }

    private static func value(_ diagnostic: ConfigDiagnostic) -> OutputValue {
        .object([
            ("severity", .text(diagnostic.severity.rawValue)), ("file", .text(diagnostic.file)),
            ("line", .number(diagnostic.position.line)), ("column", .number(diagnostic.position.column)),
            ("message", .text(diagnostic.message)), ("hint", OutputValue(diagnostic.hint)),
        ])
    }
}

extension Report where Row == (key: String, value: ResolvedValue) {
    static var resolution: Report {
        var report = Report(
            [
                Column("key") { .text($0.key) }, Column("value") { .text($0.value.string) },
                Column("list") { OutputValue($0.value.list) },
            ],
            lines: ["key", "value"]
        ) { row, _ in TerminalText.sanitized("\(row.key) = \(row.value.string)") + "\n" }
        report.textSeparator = ""
        return report
    }
}
