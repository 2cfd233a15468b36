import ArgumentParser
import Bloc
import BlocKit
import Exchange
import Repository
import TerminalUI

struct GroupCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "List and show groups, and put contacts in them.",
        usage: "contacts group <command> [<options>]",
        discussion: """
            A group exists as long as a contact is in it. One that has a card of its own in the folder or at the server of
            the book exists without contacts, too, until contacts group delete deletes it. Case and accents do not
            distinguish groups.

            EXAMPLES
              contacts group add friends 1c41a2 9be0
              contacts group list
              contacts group show friends
            """,
        subcommands: [
            GroupListCommand.self, GroupShowCommand.self, GroupAddCommand.self, GroupRemoveCommand.self,
            GroupRenameCommand.self, GroupDeleteCommand.self,
        ],
        aliases: ["groups"]
    )

    @OptionGroup
    var global: GlobalOptions
}

struct GroupShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the contacts of a group.",
        usage: "contacts group show <group> [--format <format>] [<options>]",
        discussion: """
            The formats are those of contacts list. The exit code is 1 when there is no such group.

            EXAMPLES
              contacts group show friends
              contacts group show friends --json=name,email
            """
    )

    static let isPaged = true

    @OptionGroup
    var group: GroupArgument

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let contacts = try await blocs.contact().contacts(of: .groupSelected(group.name))
        var format = try output.writer(for: program.screen)
        try program.output.write(format.page(contacts))
        try program.output.write(format.end())
        return .success
    }
}

struct GroupListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the groups.",
        usage: "contacts group list [--format <format>] [<options>]",
        discussion: """
            On a terminal the default is a table, elsewhere lines of values separated by tabs, without a header:
            \(Report.groups.lines.names.joined(separator: ", ")).
            JSON is an array of objects with the keys name and contacts.

            EXAMPLES
              contacts group list
              contacts group list --format json
            """,
        aliases: ["ls"]
    )

    @OptionGroup
    var output: ReportOptions

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let groups = try await blocs.overview().content(of: .requested).groups
        if groups.isEmpty { program.messages.note("There are no groups. Make one with: contacts group add") }
        try program.output.write(output.bytes(of: groups, as: .groups, for: program.screen))
        return .success
    }
}

/// The group of a command.
struct GroupArgument: ParsableArguments, Sendable {
    @Argument(help: ArgumentHelp("The name of the group.", valueName: "group"))
    var name: String

    func validate() throws { try Self.validate(name) }

    /// Refuses an empty name; the service checks the other rules.
    static func validate(_ name: String) throws {
        if name.allSatisfy(\.isWhitespace) {
            throw ValidationError("The name of the group is empty. Give one, such as friends.")
        }
    }

    static func quoted(_ name: String) -> String { "“\(TerminalText.sanitized(name))”" }

    var quoted: String { Self.quoted(name) }
}

extension Report where Row == StoreOverview.Group {
    static var groups: Report {
        Report(
            [Column("name") { .text($0.name) }, Column("contacts") { .number($0.contacts) }],
            table: Table([
                TableColumn("GROUP", narrowest: 10) { $0.name },
                TableColumn("CONTACTS", narrowest: 8) { String($0.contacts) },
            ])
        )
    }
}

extension StoreOverview {
    struct Group: Equatable, Sendable {
        var name: String
        var contacts: Int
    }

    /// The groups in the order of their names; names that differ only in case and accents are one group, under the most
    /// frequent of them.
    var groups: [Group] {
        Dictionary(grouping: categories) { FoldedText.key($0.key) }
            .sorted { ($0.key, $0.value.count) < ($1.key, $1.value.count) }
            .compactMap { _, names in
                let mostUsed = names.max { ($0.value, $1.key) < ($1.value, $0.key) }
                return mostUsed.map { Group(name: $0.key, contacts: names.reduce(0) { $0 + $1.value }) }
            }
    }
}
