import ArgumentParser
import Primitives
import Repository

/// `contacts config`: what the program is set to, and why.
struct ConfigCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the settings.",
        usage: "contacts config <command> [<options>]",
        discussion: """
            EXAMPLES
              contacts config show
              contacts config get API_PAGE_SIZE --env QC
              contacts config check
            """,
        subcommands: [
            ConfigShowCommand.self, ConfigGetCommand.self, ConfigPathCommand.self, ConfigCheckCommand.self,
            ConfigResolveCommand.self,
        ]
    )

    @OptionGroup
    var global: GlobalOptions
}

/// `contacts config show`: every setting, secrets covered.
struct ConfigShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print every setting with its value; secrets are covered.",
        usage: "contacts config show [--origin] [--format <format>] [<options>]",
        discussion: """
            EXAMPLES
              contacts config show --origin
              contacts config show --env PROD --format json
            """
    )

    @Flag(help: "Tell where each value comes from.")
    var origin = false

    @Option(help: ArgumentHelp("How to print.", valueName: "format"))
    var format: SettingsFormat = .text

    static let needsContacts = false

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        let entries = try program.loadConfiguration().entries
        try program.output.write(format.bytes(of: entries, withOrigin: origin, for: program.screen))
        return .success
    }
}

/// `contacts config get`: the value of one setting.
struct ConfigGetCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the value of one setting; a secret is covered.",
        usage: "contacts config get <key> [<options>]",
        discussion: """
            EXAMPLES
              contacts config get API_PAGE_SIZE
              contacts config get DATABASE_PATH --env PROD
            """
    )

    @Argument(
        help: ArgumentHelp("The key, as in the settings files.", valueName: "key"),
        completion: .list(ConfigurationKey.allCases.map(\.rawValue))
    )
    var key: String

    static let needsContacts = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        let keys = ConfigurationKey.allCases.map(\.rawValue)
        let name = key.uppercased()
        guard !keys.contains(name) else { return }
        let advice = NearestName.find(name, in: keys, within: 2).map { "did you mean \($0)?" }
        throw ValidationError("There is no setting '\(key)'; \(advice ?? "contacts config show lists them.")")
    }

    func run(in program: Program) async throws -> ExitStatus {
        let name = key.uppercased()
        for entry in try program.loadConfiguration().entries where entry.key == name {
            try program.output.write(TerminalText.sanitized(entry.value) + "\n")
        }
        return .success
    }
}

/// `contacts config path`: where the user's own settings belong.
struct ConfigPathCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Print the path of the file for your own settings, whether or not it is there.",
        usage: "contacts config path [<options>]",
        discussion: """
            EXAMPLES
              $EDITOR "$(contacts config path)"
            """
    )

    static let needsContacts = false

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        guard let path = program.configurationLoader.localFile else {
            throw ConfigurationError(
                "There is no place for your settings: neither XDG_CONFIG_HOME nor HOME is an absolute path. Set HOME."
            )
        }
        try program.output.write(path + "\n")
        return .success
    }
}

/// `contacts config check`: everything that is wrong with the settings.
struct ConfigCheckCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find what is wrong with the settings, or with a settings file before it is used.",
        usage: "contacts config check [<file>] [<options>]",
        discussion: """
            EXAMPLES
              contacts config check
              contacts config check my.xcconfig --env PROD
            """
    )

    @Argument(
        help: ArgumentHelp("Check this file as if --config named it.", valueName: "file"),
        completion: .file(extensions: ["xcconfig"])
    )
    var file: String?

    static let needsContacts = false

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        var flags = global.configurationFlags
        if let file {
            try InputFile.requireReadable(file)
            flags.configFile = file
        }
        let report = ConfigurationReport(checking: program.configurationLoader, flags: flags)
        for line in report.lines {
            try program.output.write(TerminalText.sanitized(line) + "\n")
        }
        if report.lines.isEmpty { program.messages.note("The settings are in order.") }
        return report.errors.isEmpty ? .success : .configuration
    }
}

/// The forms in which the settings can be asked for.
enum SettingsFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json

    /// The settings in this form, in the order given.
    func bytes(of entries: [ConfigurationEntry], withOrigin: Bool, for screen: Screen) -> [UInt8] {
        switch self {
        case .text: Self.text(of: entries, withOrigin: withOrigin)
        case .json: Self.json(of: entries, withOrigin: withOrigin, for: screen)
        }
    }

    private static func text(of entries: [ConfigurationEntry], withOrigin: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            var line = "\(entry.key) = \(entry.value)"
            if withOrigin { line += "  (\(entry.origin))" }
            bytes += TerminalText.sanitized(line).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func json(of entries: [ConfigurationEntry], withOrigin: Bool, for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += bytes.isEmpty ? "{\n".utf8 : ",\n".utf8
            text.append(entry.key, to: &bytes)
            bytes += ":".utf8
            if withOrigin { bytes += #"{"value":"#.utf8 }
            text.append(entry.value, to: &bytes)
            if withOrigin {
                bytes += #","origin":"#.utf8
                text.append(entry.origin, to: &bytes)
                bytes += "}".utf8
            }
        }
        bytes += bytes.isEmpty ? "{}\n".utf8 : "\n}\n".utf8
        return bytes
    }
}
