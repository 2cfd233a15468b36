import ArgumentParser

/// `contacts email`: prints the e-mail addresses of those who match.
struct EmailCommand: ValueCommand {
    static let configuration = CommandConfiguration(
        commandName: "email",
        abstract: "Print e-mail addresses.",
        usage: "contacts email [<term> ...] [--mutt] [--format <format>] [<options>]",
        discussion: """
            A line for each address: the address, the name and what the address is for, separated by tabs; on a \
            terminal a table. With --mutt a line comes first that mutt and its relatives pass over, so that they can \
            ask here: set query_command = "contacts email --mutt --offline '%s'".

            The terms are those of contacts search; without any, everybody is meant. The exit code is 1 when nobody \
            who matches has an address.

            EXAMPLES
              contacts email ada
              contacts email group:friends | cut -f 1
              contacts email --mutt 'lovelace'
            """,
        aliases: ["emails"]
    )

    static let kind = ContactValueKind.email

    @OptionGroup
    var values: ValueOptions

    @OptionGroup
    var global: GlobalOptions
}
