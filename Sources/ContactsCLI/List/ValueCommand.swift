import ArgumentParser
import Exchange
import Repository
import TerminalUI

/// A command that prints all values of one kind for the contacts that match.
protocol ValueCommand: ProgramCommand {
    static var kind: ContactValueKind { get }

    var values: ValueOptions { get }
}

extension ValueCommand {
    static var isPaged: Bool { true }
    static var books: BookScope { .together }

    func run(in program: Program) async throws -> ExitStatus {
        let configuration = app.configuration
        // Mutt shows standard error in the middle of its screen.
        let messages = values.mutt ? MessagePrinter.silent : program.messages
        guard let filter = try values.filter() else { return try Self.finish(nothingFor: values, in: program) }
        let request = ContactListRequest(filter: filter, policy: values.network.policy(configuration))
        var writer = try values.output.writer(
            of: Report(Self.kind).namingBook(configuration.isAllBooks) { $0.book },
            for: program.screen,
            standard: values.mutt ? .tsv : Self.kind.field == .addresses && program.screen.isTerminal ? .text : nil
        )
        var count = 0
        let (_, status) = try await blocs.contactList().read(request, messages) { contacts, _ in
            let found = contacts.flatMap(Self.kind.values)
            if values.mutt, count == 0, !found.isEmpty { try program.output.write("Contacts\n") }
            count += found.count
            try program.output.write(writer.page(found))
        }
        try program.output.write(writer.end())
        return count > 0 ? status : try Self.finish(nothingFor: values, in: program)
    }

    private static func finish(nothingFor values: ValueOptions, in program: Program) throws -> ExitStatus {
        if values.mutt {
            // Mutt shows this line if there are no results.
            try program.output.write("No matches\n")
        } else {
            program.messages.note("No matching contact has \(kind.article).")
        }
        return .failure
    }
}

struct ValueOptions: ParsableArguments, Sendable {
    @OptionGroup
    var selection: FilterOptions

    @OptionGroup
    var output: ReportOptions

    @Flag(help: "Print for mutt: tsv after a header line; the terms are plain words.")
    var mutt = false

    @OptionGroup
    var network: NetworkOptions

    /// Returns the contact filter; `nil` if nothing can match.
    func filter() throws -> ContactFilter? {
        guard mutt else { return try selection.filter() }
        var choice = selection.choice
        choice.terms = []
        return ContactFilter.literal(selection.terms, of: try choice.filter())
    }

    func validate() throws {
        let isTSV = output.format.map { $0 == .tsv } ?? !output.fields.json
        if mutt, !isTSV || output.fields.fields != nil || output.fields.header == true {
            throw ValidationError("--mutt is a format of its own. Leave out --format, --json, --fields and --header.")
        }
    }
}

struct EmailCommand: ValueCommand {
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

    static let kind = ContactValueKind.email

    @OptionGroup
    var values: ValueOptions
}

struct PhoneCommand: ValueCommand {
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

    static let kind = ContactValueKind.phone

    @OptionGroup
    var values: ValueOptions
}

struct AddressCommand: ValueCommand {
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

    static let kind = ContactValueKind.address

    @OptionGroup
    var values: ValueOptions
}

extension Report where Row == NamedValue {
    /// Creates a report of values of one kind, with the contacts they belong to.
    init(_ kind: ContactValueKind) {
        self.init(
            [
                Column("id") { .text($0.id.rawValue) }, Column("name") { .text($0.name) },
                Column("value") { .text($0.value.value) },
                Column("types", separator: ",") { OutputValue($0.value.types) },
                Column("preferred") { .flag($0.value.isPreferred) },
            ],
            lines: ["value", "name", "types"],
            table: Table([
                TableColumn(kind.title, narrowest: 20) { $0.value.value },
                TableColumn("NAME", narrowest: 14) { $0.name },
                TableColumn("TYPE", narrowest: 4, dropPriority: 1) { $0.type },
            ])
        )
        guard kind.field == .addresses else { return }
        text = { value, _ in
            let lines = [value.name] + (value.lines ?? [value.value.value])
            return lines.map { TerminalText.sanitized($0) + "\n" }.joined()
        }
    }
}

/// A kind of value that a contact can have several of.
struct ContactValueKind: Sendable {
    static let email = ContactValueKind(field: .emails, title: "E-MAIL", article: "an e-mail address")
    static let phone = ContactValueKind(field: .phones, title: "PHONE", article: "a telephone number")
    static let address = ContactValueKind(field: .addresses, title: "ADDRESS", article: "a postal address")

    let field: ContactField
    let title: String
    /// A single value, worded for a sentence.
    let article: String

    /// Returns all values of the contact, the preferred one first.
    func values(of contact: Contact) -> [NamedValue] {
        let blocks = field == .addresses ? contact.addresses.map { AddressText.block(of: $0.address) } : nil
        let values = field.values(of: contact).enumerated().map { index, value in
            NamedValue(
                id: contact.id,
                name: contact.displayName,
                value: value,
                lines: blocks?[index],
                book: contact.book
            )
        }
        let known = values.filter { !$0.value.value.allSatisfy(\.isWhitespace) }
        return known.filter(\.value.isPreferred) + known.filter { !$0.value.isPreferred }
    }
}

struct NamedValue: Equatable, Sendable {
    var id: ContactID
    var name: String
    var value: ContactValue
    /// The lines of a postal address.
    var lines: [String]?
    /// The name of the book, if several are listed together.
    var book: String?

    var type: String { value.types.joined(separator: ",") }
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
