import ArgumentParser
import Exchange
import Primitives
import TerminalUI

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
            ConfigShowCommand.parsed, ConfigGetCommand.parsed, ConfigPathCommand.parsed, ConfigCheckCommand.parsed,
            ConfigResolveCommand.parsed,
        ]
    )

    @OptionGroup var global: GlobalOptions
}

struct ConfigShowCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print all settings with their values; secrets are hidden.",
        usage: "contacts config show [--origin] [--format <format>] [<options>]",
        discussion: """
            EXAMPLES
              contacts config show --origin
              contacts config show --env PROD --format json
            """
    )

    @Flag(help: "Print where each value comes from.")
    var origin = false

    @OptionGroup var output: ReportOptions

    func run(in program: Program) async throws -> ExitStatus {
        let entries = try program.loadConfiguration().entries
        let report = Report.settings(withOrigin: origin)
        return try program.print(entries, as: report, output, standard: .text)
    }
}

struct ConfigGetCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the value of one setting; a secret is hidden.",
        usage: "contacts config get <key> [<options>]",
        discussion: """
            EXAMPLES
              contacts config get API_PAGE_SIZE
              contacts config get DATABASE_PATH --env PROD
            """
    )

    @Argument(help: "The key, as in the settings files.", completion: .list(ConfigurationKey.allCases.map(\.rawValue)))
    var key: String

    func check() throws {
        let keys = ConfigurationKey.allCases.map(\.rawValue)
        let name = key.uppercased()
        guard !keys.contains(name) else { return }
        let advice = NearestName.find(name, in: keys, within: 2).map { "Did you mean \($0)?" }
        throw ValidationError(
            "There is no setting '\(key)'. \(advice ?? "List the settings with: contacts config show")"
        )
    }

    func run(in program: Program) async throws -> ExitStatus {
        let name = key.uppercased()
        for entry in try program.loadConfiguration().entries where entry.key == name {
            try program.output.write(TerminalText.sanitized(entry.value) + "\n")
        }
        return .success
    }
}

struct ConfigPathCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Print the path of your settings file, whether or not it exists.",
        usage: "contacts config path [<options>]",
        discussion: """
            EXAMPLES
              $EDITOR "$(contacts config path)"
            """
    )

    func run(in program: Program) async throws -> ExitStatus {
        guard let path = program.configurationLoader.localFile else {
            throw ConfigurationError.noFolder(for: "your settings", "XDG_CONFIG_HOME")
        }
        try program.output.write(path + "\n")
        return .success
    }
}

struct ConfigCheckCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find problems in the settings, or in a settings file before it is used.",
        usage: "contacts config check [<file>] [<options>]",
        discussion: """
            EXAMPLES
              contacts config check
              contacts config check my.xcconfig --env PROD
            """
    )

    @Argument(help: "Check this file as if --config named it.", completion: .file(extensions: ["xcconfig"]))
    var file: String?

    func run(in program: Program) async throws -> ExitStatus {
        var flags = program.options.configurationFlags
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

extension Report where Row == ConfigurationEntry {
    /// A report of the settings; secrets in their values are already hidden.
    static func settings(withOrigin: Bool) -> Report {
        let columns = [Column("key") { .text($0.key) }, Column("value") { .text($0.value) }]
        let origin = Column("origin") { .text($0.origin) }
        var report = Report(columns + (withOrigin ? [origin] : [])) { entry, _ in
            let line = "\(entry.key) = \(entry.value)" + (withOrigin ? "  (\(entry.origin))" : "")
            return TerminalText.sanitized(line) + "\n"
        }
        report.textSeparator = ""
        report.shape = .object { entry in
            let value = OutputValue.text(entry.value)
            return (entry.key, withOrigin ? .object([("value", value), ("origin", .text(entry.origin))]) : value)
        }
        return report
    }
}

struct ConfigurationReport: Hashable, Sendable {
    let errors: [String]
    let warnings: [String]

    init(checking loader: ConfigurationLoader, flags: ConfigurationFlags) {
        do {
            let loaded = try loader.load(flags: flags)
            warnings = loaded.warnings
            errors = if case .failure(let error) = loaded.decoded { error.problems } else { [] }
        } catch {
            errors = error.problems
            warnings = error.warnings
        }
    }

    var lines: [String] {
        errors.map { "error: \($0)" } + warnings.map { "warning: \($0)" }
    }
}
