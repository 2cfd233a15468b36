import ArgumentParser
import Bloc
import Repository

/// `contacts group`: the groups that contacts are in.
struct GroupCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "List groups, and put contacts in them.",
        usage: "contacts group <command> [<options>]",
        discussion: """
            A group exists as long as a contact is in it. Case and accents do not distinguish groups.

            EXAMPLES
              contacts group add friends 1c41a2 9be0
              contacts group list
              contacts list --group friends
            """,
        subcommands: [
            GroupListCommand.self, GroupAddCommand.self, GroupRemoveCommand.self, GroupRenameCommand.self,
        ],
        aliases: ["groups"]
    )

    @OptionGroup
    var global: GlobalOptions
}

/// `contacts group add`: puts contacts in a group.
struct GroupAddCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Put contacts in a group.",
        usage: "contacts group add <group> <contact> ... [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            The group is created if it does not exist. All are put in it in one step, which contacts undo reverts.

            EXAMPLES
              contacts group add friends 1c41a2 9be0
            """
    )

    @Argument(help: ArgumentHelp("The name of the group.", valueName: "group"))
    var group: String

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var selections: [String]

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try GroupName.validate(group)
        for selection in selections { try ContactSelection.validate(selection) }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        let ids = try await SelectedContacts.find(selections, with: bloc, in: program).map(\.id)
        let contacts = try await bloc.contacts(of: .grouped(ids, adding: [group], removing: []))
        program.messages.note("\(CountText.contacts(contacts.count)) in the group “\(group)”.")
        return .success
    }
}

/// `contacts group remove`: takes contacts out of a group.
struct GroupRemoveCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take contacts out of a group.",
        usage: "contacts group remove <group> <contact> ... [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            The contacts themselves stay. All are taken out in one step, which contacts undo reverts.

            EXAMPLES
              contacts group remove friends 1c41a2
            """,
        aliases: ["rm"]
    )

    @Argument(help: ArgumentHelp("The name of the group.", valueName: "group"))
    var group: String

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var selections: [String]

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try GroupName.validate(group)
        for selection in selections { try ContactSelection.validate(selection) }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        let ids = try await SelectedContacts.find(selections, with: bloc, in: program).map(\.id)
        let contacts = try await bloc.contacts(of: .grouped(ids, adding: [], removing: [group]))
        program.messages.note("\(CountText.contacts(contacts.count)) not in the group “\(group)”.")
        return .success
    }
}

/// `contacts group rename`: renames a group.
struct GroupRenameCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a group another name.",
        usage: "contacts group rename <group> <new-name> [<options>]",
        discussion: """
            If there is a group with the new name, both are joined. It is one step, which contacts undo reverts.

            EXAMPLES
              contacts group rename friends 'old friends'
            """,
        aliases: ["mv"]
    )

    @Argument(help: ArgumentHelp("The name of the group.", valueName: "group"))
    var group: String

    @Argument(help: ArgumentHelp("Its name from now on.", valueName: "new-name"))
    var newName: String

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try GroupName.validate(group)
        try GroupName.validate(newName)
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let contacts = try await blocs.contact().contacts(of: .groupRenamed(group, to: newName))
        program.messages.note("The group is “\(newName)” now, for \(CountText.contacts(contacts.count)).")
        return .success
    }
}

/// `contacts group list`: prints the groups.
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

/// The names of groups on the command line.
enum GroupName {
    /// Refuses an empty name; the service checks the other rules.
    static func validate(_ name: String) throws {
        if name.allSatisfy(\.isWhitespace) {
            throw ValidationError("The name of the group is empty. Give one, such as friends.")
        }
    }
}

extension Report where Row == StoreOverview.Group {
    /// The groups, with how many contacts are in each.
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
    /// A group and the number of its contacts.
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
