import ArgumentParser

/// `contacts phone`: prints the telephone numbers of those who match.
struct PhoneCommand: ValueCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Print telephone numbers.",
        usage: "contacts phone [<term> ...] [--format <format>] [<options>]",
        discussion: """
            A line for each number: the number, the name and what the number is for, separated by tabs; on a terminal \
            a table.

            The terms are those of contacts search; without any, everybody is meant. The exit code is 1 when nobody \
            who matches has a number.

            EXAMPLES
              contacts phone ada lovelace
              contacts phone org:acme | grep cell
            """,
        aliases: ["phones"]
    )

    static let kind = ContactValueKind.phone

    @OptionGroup
    var values: ValueOptions

    @OptionGroup
    var global: GlobalOptions
}
