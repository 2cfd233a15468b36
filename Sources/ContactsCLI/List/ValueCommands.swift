import ArgumentParser

struct EmailCommand: ValueCommand {
    static let configuration = CommandConfiguration(
        commandName: "email",
        abstract: "Print e-mail addresses.",
        usage: "contacts email [<term> ...] [--mutt] [--format <format>] [<options>]",
        discussion: """
            A line for each address: the address, the name and the types of the address, separated by tabs; on a \
            terminal a table. With --mutt a header line comes first, as mutt and similar programs expect, the terms are \
            plain words, and nothing is written to standard error. For mutt and neomutt, which quote %s themselves: \
            set query_command = "contacts email --mutt --offline -- %s"

            The terms are those of contacts search; without a term, all contacts match. The exit code is 1 when no \
            matching contact has an address.

            EXAMPLES
              contacts email ada
              contacts email group:friends | cut -f 1
              contacts email --mutt --offline -- lovelace
            """,
        aliases: ["emails"]
    )

    static let kind = ContactValueKind.email

    @OptionGroup
    var values: ValueOptions

    @OptionGroup
    var global: GlobalOptions
}

struct PhoneCommand: ValueCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Print telephone numbers.",
        usage: "contacts phone [<term> ...] [--format <format>] [<options>]",
        discussion: """
            A line for each number: the number, the name and the types of the number, separated by tabs; on a terminal \
            a table.

            The terms are those of contacts search; without a term, all contacts match. The exit code is 1 when no \
            matching contact has a number.

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

struct AddressCommand: ValueCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print postal addresses.",
        usage: "contacts address [<term> ...] [--format <format>] [<options>]",
        discussion: """
            On a terminal the name and the lines of the address, as on an envelope. Elsewhere a line for each address: its \
            parts with commas between them, the name and the types of the address, separated by tabs.

            The terms are those of contacts search; without a term, all contacts match. The exit code is 1 when no \
            matching contact has an address.

            EXAMPLES
              contacts address ada lovelace
              contacts address country:switzerland --format json
            """,
        aliases: ["addresses", "postaddress", "postaddr", "post"]
    )

    static let kind = ContactValueKind.address

    @OptionGroup
    var values: ValueOptions

    @OptionGroup
    var global: GlobalOptions
}
