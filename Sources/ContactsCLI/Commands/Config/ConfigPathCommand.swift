import ArgumentParser

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
