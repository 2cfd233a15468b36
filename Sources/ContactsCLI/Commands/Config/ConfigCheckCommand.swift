import ArgumentParser

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
