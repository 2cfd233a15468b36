import ArgumentParser

/// `contacts completion`: prints the completion script of a shell.
struct CompletionCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script of a shell.",
        usage: "contacts completion <shell>",
        discussion: """
            The script completes commands, options, file names, and the names and identifiers of contacts, which are read \
            from the store without the network. The shell waits for them at most 200 milliseconds; the variable \
            CONTACTS_COMPLETION_TIMEOUT changes that, and 0 leaves contacts out.

            EXAMPLES
              source <(contacts completion bash)       For this session.
              contacts completion bash > ~/.local/share/bash-completion/completions/contacts
              contacts completion zsh > ~/.zfunc/_contacts
              contacts completion fish > ~/.config/fish/completions/contacts.fish
            """
    )

    static let needsContacts = false

    @Argument(help: "The shell.")
    var shell: Shell

    @OptionGroup
    var global: GlobalOptions

    /// The supported shells.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash
        case zsh
        case fish
    }

    func run(in program: Program) async throws -> ExitStatus {
        let script =
            switch shell {
            case .bash: Self.quoting(ContactsCommand.completionScript(for: .bash))
            case .zsh: ContactsCommand.completionScript(for: .zsh)
            case .fish: ContactsCommand.completionScript(for: .fish)
            }
        try program.output.write(script.hasSuffix("\n") ? script : script + "\n")
        return .success
    }

    /// The script with its candidates quoted; otherwise a name with a blank would become two words.
    private static func quoting(_ script: String) -> String {
        script.replacing(
            "        COMPREPLY+=(\"${completion}\")\n",
            with: """
                        [[ "${completion}" == *[[:space:]\\'\\"\\$\\`\\\\\\&\\;\\(\\)\\<\\>\\|]* ]] && printf -v completion %q "${completion}"
                        COMPREPLY+=("${completion}")

                """
        )
    }
}
