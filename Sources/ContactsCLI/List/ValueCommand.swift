import ArgumentParser
import Exchange
import Repository
import TerminalUI

/// Prints all values of one kind for the contacts that match.
struct ValueCommand<Kind: ContactValueKind>: ProgramCommand {
    static var configuration: CommandConfiguration { Kind.configuration }
    static var isPaged: Bool { true }
    static var books: BookScope { .together }

    @OptionGroup var selection: FilterOptions

    @OptionGroup var output: ReportOptions

    @Flag(help: "Print for mutt: tsv after a header line; the terms are plain words.")
    var mutt = false

    @OptionGroup var network: NetworkOptions

    func validate() throws {
        let isTSV = output.format.map { $0 == .tsv } ?? !output.fields.json
        if mutt, !isTSV || output.fields.fields != nil || output.fields.header == true {
            throw ValidationError("--mutt is a format of its own. Leave out --format, --json, --fields and --header.")
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let configuration = app.configuration
        // Mutt shows standard error in the middle of its screen.
        let messages = mutt ? MessagePrinter.silent : program.messages
        guard let filter = try filter() else { return try finishWithNothing(in: program) }
        let request = ContactListRequest(filter: filter, policy: network.policy(configuration))
        var writer = try output.writer(
            of: Kind.report.namingBook(configuration.isAllBooks) { $0.contact.book },
            for: program.screen,
            standard: mutt ? .tsv : Kind.field == .addresses && program.screen.isTerminal ? .text : nil
        )
        var count = 0
        let (_, status) = try await blocs.contactList().read(request, messages) { contacts, _ in
            let found = contacts.flatMap(Kind.values)
            if mutt, count == 0, !found.isEmpty { try program.output.write("Contacts\n") }
            count += found.count
            try program.output.write(writer.page(found))
        }
        try program.output.write(writer.end())
        return count > 0 ? status : try finishWithNothing(in: program)
    }

    /// Returns the contact filter; `nil` if nothing can match.
    private func filter() throws -> ContactFilter? {
        guard mutt else { return try selection.filter() }
        var choice = selection.choice
        choice.terms = []
        return ContactFilter.literal(selection.terms, of: try choice.filter())
    }

    private func finishWithNothing(in program: Program) throws -> ExitStatus {
        guard mutt else { return program.finish("No matching contact has \(Kind.article).", .failure) }
        // Mutt shows this line if there are no results.
        try program.output.write("No matches\n")
        return .failure
    }
}

typealias EmailCommand = ValueCommand<EmailValues>
typealias PhoneCommand = ValueCommand<PhoneValues>
typealias AddressCommand = ValueCommand<AddressValues>

/// A kind of value that a contact can have several of, and the command that prints them.
protocol ContactValueKind: Sendable {
    static var configuration: CommandConfiguration { get }
    static var field: ContactField { get }
    /// A single value, worded for a sentence.
    static var article: String { get }
}

enum EmailValues: ContactValueKind {
    static let configuration = CommandConfiguration(
        commandName: "email",
        abstract: "Print e-mail addresses.",
        usage: "contacts email [<term> ...] [--mutt] [--format <format>] [<options>]",
        discussion: """
            Prints a line for each address: the address, the name and the types of the address, separated by tabs; on \
            a terminal, a table. With --mutt a header line comes first, as mutt and similar programs expect, the terms \
            are plain words, and nothing is written to standard error. For mutt and neomutt, which quote %s \
            themselves: set query_command = "contacts email --mutt --offline -- %s"

            The terms are those of contacts search; without a term, all contacts match. The exit code is 1 when no \
            matching contact has an address.

            EXAMPLES
              contacts email ada
              contacts email group:friends | cut -f 1
              contacts email --mutt --offline -- lovelace
            """,
        aliases: ["emails"]
    )

    static var field: ContactField { .emails }
    static let article = "an e-mail address"
}

enum PhoneValues: ContactValueKind {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Print telephone numbers.",
        usage: "contacts phone [<term> ...] [--format <format>] [<options>]",
        discussion: """
            Prints a line for each number: the number, the name and the types of the number, separated by tabs; on a \
            terminal, a table.

            The terms are those of contacts search; without a term, all contacts match. The exit code is 1 when no \
            matching contact has a number.

            EXAMPLES
              contacts phone ada lovelace
              contacts phone org:acme | grep cell
            """,
        aliases: ["phones"]
    )

    static var field: ContactField { .phones }
    static let article = "a telephone number"
}

enum AddressValues: ContactValueKind {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print postal addresses.",
        usage: "contacts address [<term> ...] [--format <format>] [<options>]",
        discussion: """
            On a terminal, prints the name and the lines of the address, as on an envelope. Elsewhere, prints a line \
            for each address: its parts separated by commas, the name and the types of the address, separated by tabs.

            The terms are those of contacts search; without a term, all contacts match. The exit code is 1 when no \
            matching contact has an address.

            EXAMPLES
              contacts address ada lovelace
              contacts address country:switzerland --format json
            """,
        aliases: ["addresses", "postaddress", "postaddr", "post"]
    )

    static var field: ContactField { .addresses }
    static let article = "a postal address"
}

extension ContactValueKind {
    /// A report of the values, with the contacts they belong to.
    static var report: Report<NamedValue> {
        typealias Values = Report<NamedValue>
        var report = Values(
            [
                Values.Column("id") { .text($0.contact.id.rawValue) },
                Values.Column("name") { .text($0.contact.displayName) },
                Values.Column("value") { .text($0.value.value) },
                Values.Column("types", separator: ",") { OutputValue($0.value.types) },
                Values.Column("preferred") { .flag($0.value.isPreferred) },
            ],
            lines: ["value", "name", "types"],
            table: Values.Table([
                TextColumn(title: field.label, narrowest: 20): { $0.value.value },
                TextColumn(title: "NAME", narrowest: 14): { $0.contact.displayName },
                TextColumn(title: "TYPE", narrowest: 4, dropPriority: 1): { $0.value.types.joined(separator: ",") },
            ])
        )
        guard field == .addresses else { return report }
        report.text = { value, _ in
            ([value.contact.displayName] + value.lines).map { TerminalText.sanitized($0) + "\n" }.joined()
        }
        return report
    }

    /// Returns all values of the contact, the preferred one first.
    static func values(of contact: Contact) -> [NamedValue] {
        let blocks = field == .addresses ? contact.addresses.map { AddressText.block(of: $0.address) } : []
        let values = field.values(of: contact).enumerated().map { index, value in
            NamedValue(contact: contact, value: value, lines: blocks.isEmpty ? [] : blocks[index])
        }
        let known = values.filter { !$0.value.value.allSatisfy(\.isWhitespace) }
        return known.filter(\.value.isPreferred) + known.filter { !$0.value.isPreferred }
    }
}

struct NamedValue: Sendable {
    let contact: Contact
    let value: ContactValue
    /// The lines of a postal address.
    let lines: [String]
}

enum AddressText {
    /// Returns the address as on an envelope, following the country's conventions if they are known.
    static func block(of address: PostalAddress) -> [String] {
        func joined(_ parts: String?..., by separator: String = " ") -> String {
            parts.compactMap { $0.map(line) }.filter { !$0.isEmpty }.joined(separator: separator)
        }
        let (city, state, postcode) = (address.city, address.state, address.postcode)
        let region = address.country.flatMap { PhoneRegion(named: $0)?.code } ?? ""
        let town: [String] =
            switch region {
            case "US", "CA", "AU": [joined(city, joined(state, postcode), by: region == "AU" ? " " : ", ")]
            case "NZ", "TW", "SG", "IN": [joined(city, postcode), joined(state)]
            case "GB", "IE", "RU", "UA": [joined(city), joined(state), joined(postcode)]
            case "IT": [joined(postcode, city, state)]
            case "BR": [joined(city, state, by: " - "), joined(postcode)]
            default: [joined(postcode, city), joined(state)]
            }
        let lines = [joined(address.street), joined(address.extended), joined(address.poBox)] + town
        return (lines + [joined(address.country)]).filter { !$0.isEmpty }
    }

    /// Returns a part without line breaks.
    private static func line(_ part: String) -> String {
        part.split(whereSeparator: \.isNewline).joined(separator: ", ")
    }

    /// Returns the address on one line: `1 Main St, Box 7, 8000 Zürich, ZH, Switzerland`.
    static func line(of address: PostalAddress) -> String { block(of: address).joined(separator: ", ") }
}
