import ArgumentParser
import Repository

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
