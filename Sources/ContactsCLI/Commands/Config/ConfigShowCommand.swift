import ArgumentParser

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
