import ArgumentParser
import Exchange

struct SearchCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Print the contacts that match.",
        usage: "contacts search <term> ... [--limit <number>] [--sort <key>] [--format <format>] [<options>]",
        discussion: """
            All terms must hold: a word is found in any word, from three letters on also inside of it, without regard to case and accents, \
            and three digits in a telephone number; "two words" are exactly these; city:berlin looks in one field (name, email, phone, city, country, nat, \
            birthday, organization, note, group and others); NOT word leaves out the contacts that have it; \
            AND, OR and parentheses combine terms.

            The formats are those of contacts list. No match is an empty result, not a failure.

            EXAMPLES
              contacts search ada lovelace
              contacts search city:berlin NOT nat:de
              contacts search 'name:"ada lovelace" OR org:acme' --format json
              contacts search group:friends | cut -f 4
            """,
        aliases: ["find"]
    )

    static let isPaged = true
    static let books = BookScope.together

    @OptionGroup
    var selection: FilterOptions

    @OptionGroup
    var output: OutputOptions

    @Flag(help: "Exit with 1 when no contact matches.")
    var failIfEmpty = false

    @Option(help: ArgumentHelp("Print at most this many contacts.", valueName: "number"))
    var limit: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("The order; -last and the like reverse it.", valueName: "key"))
    var sort: ListOrder = .last

    @OptionGroup
    var network: NetworkOptions

    func check() throws {
        try OptionNumber.check(limit, of: "--limit")
        if selection.isEmpty {
            throw ValidationError(
                "There is no term to search for. Give one, such as a name; contacts list prints all contacts."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let configuration = app.configuration
        let request = ContactListRequest(
            sort: sort.sort,
            isReversed: sort.isReversed,
            filter: try selection.filter(),
            limit: limit,
            policy: network.policy(configuration)
        )
        var format = try output.writer(for: program.screen, namesBook: configuration.isAllBooks)
        let (count, status) = try await blocs.contactList().read(request, program.messages) { contacts, _ in
            try program.output.write(format.page(contacts))
            try program.output.flush()
        }
        if count == 0 { program.messages.note("No contacts match.") }
        try program.output.write(format.end())
        return count == 0 && failIfEmpty ? .failure : status
    }
}
