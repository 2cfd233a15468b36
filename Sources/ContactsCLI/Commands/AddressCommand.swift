import ArgumentParser

/// `contacts address`: prints the postal addresses of those who match.
struct AddressCommand: ValueCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print postal addresses.",
        usage: "contacts address [<term> ...] [--format <format>] [<options>]",
        discussion: """
            A line for each address: its parts with commas between them, the name and what the address is for, \
            separated by tabs; on a terminal a table.

            The terms are those of contacts search; without any, everybody is meant. The exit code is 1 when nobody \
            who matches has an address.

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
