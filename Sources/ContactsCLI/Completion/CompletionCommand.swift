import ArgumentParser

struct CompletionCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script of a shell.",
        usage: "contacts completion <shell>",
        discussion: """
            The script completes commands, aliases, options and their values, fields, help topics and file names, and from \
            the store, without the network, the names and identifiers of contacts, groups, and the values of fields, such \
            as city:B. Case does not matter. The shell waits for the store at most 200 milliseconds; the variable \
            CONTACTS_COMPLETION_TIMEOUT changes that, and 0 leaves the store out.

            EXAMPLES
              source <(contacts completion bash)       For this session.
              contacts completion bash \\
                  > ~/.local/share/bash-completion/completions/contacts
              contacts completion zsh > ~/.zfunc/_contacts
              contacts completion fish > ~/.config/fish/completions/contacts.fish
            """
    )

    static let needsContacts = false

    @Argument(help: "The shell.")
    var shell: CompletingShell

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        try program.output.write(CompletionScripts.script(for: shell))
        return .success
    }
}

extension CompletingShell: ExpressibleByArgument {}
