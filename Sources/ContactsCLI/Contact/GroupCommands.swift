import ArgumentParser
import BlocKit
import Exchange
import Repository
import Services
import TerminalUI

struct GroupCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "List, show and change groups of contacts.",
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
            GroupListCommand.parsed, GroupShowCommand.parsed, GroupAddCommand.parsed, GroupRemoveCommand.parsed,
            GroupRenameCommand.parsed, GroupDeleteCommand.parsed,
        ],
        aliases: ["groups"]
    )

    @OptionGroup var global: GlobalOptions
}

struct GroupShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the contacts of a group.",
        usage: "contacts group show <group> [--format <format>] [<options>]",
        discussion: """
            The formats are those of contacts list. The exit code is 1 if the group doesn't exist.

            EXAMPLES
              contacts group show friends
              contacts group show friends --json=name,email
            """
    )

    static let isPaged = true

    @OptionGroup var group: GroupArgument

    @OptionGroup var output: OutputOptions

    func run(in program: Program) async throws -> ExitStatus {
        let contacts = try await blocs.contact().contacts(of: .groupSelected(group.name))
        var format = try output.writer(for: program.screen)
        try program.output.write(format.page(contacts) + format.end())
        return .success
    }
}

struct GroupListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the groups.",
        usage: "contacts group list [--format <format>] [<options>]",
        discussion: """
            The default is a table on a terminal, and tab-separated values without a header elsewhere:
            \(Report.groups.lines.names.joined(separator: ", ")).
            JSON is an array of objects with the keys name and contacts.

            EXAMPLES
              contacts group list
              contacts group list --format json
            """,
        aliases: ["ls"]
    )

    @OptionGroup var output: ReportOptions

    func run(in program: Program) async throws -> ExitStatus {
        let groups = try await blocs.overview().content(of: .requested).groups
        if groups.isEmpty { program.messages.note("There are no groups. Create one with: contacts group add") }
        return try program.print(groups, as: .groups, output)
    }
}

struct GroupArgument: ParsableArguments, Sendable {
    @Argument(help: .value("group", "The name of the group."))
    var name: String

    func validate() throws { try Self.validate(name) }

    /// Rejects an empty name; the service checks the other rules.
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
                TextColumn(title: "GROUP", narrowest: 10): { $0.name },
                TextColumn(title: "CONTACTS", narrowest: 8): { String($0.contacts) },
            ])
        )
    }
}

extension StoreOverview {
    struct Group: Equatable, Sendable {
        var name: String
        var contacts: Int
    }

    /// The groups sorted by name; names that differ only in case and accents are one group, shown under the most
    /// frequent spelling.
    var groups: [Group] {
        Dictionary(grouping: categories) { FoldedText.key($0.key) }
            .sorted { ($0.key, $0.value.count) < ($1.key, $1.value.count) }
            .compactMap { _, names in
                let mostUsed = names.max { ($0.value, $1.key) < ($1.value, $0.key) }
                return mostUsed.map { Group(name: $0.key, contacts: names.reduce(0) { $0 + $1.value }) }
            }
    }
}

struct GroupAddCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add contacts to a group.",
        usage: "contacts group add <group> <contact> ... [--dry-run] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            The group is created if it does not exist. All contacts are added in one step, which contacts undo reverts.

            EXAMPLES
              contacts group add friends 1c41a2 9be0
            """
    )

    @OptionGroup var members: GroupMembers

    func run(in program: Program) async throws -> ExitStatus {
        try await members.change(isAdding: true, in: program)
    }
}

struct GroupRemoveCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove contacts from a group.",
        usage: "contacts group remove <group> <contact> ... [--dry-run] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            The contacts themselves stay. All are removed from the group in one step, which contacts undo reverts. A \
            group with its own card in the book's folder or on its server stays even without contacts.

            EXAMPLES
              contacts group remove friends 1c41a2
            """,
        aliases: ["rm"]
    )

    @OptionGroup var members: GroupMembers

    func run(in program: Program) async throws -> ExitStatus {
        try await members.change(isAdding: false, in: program)
    }
}

/// A group, and the contacts that a command adds to it or removes from it.
struct GroupMembers: ParsableArguments, Sendable {
    @OptionGroup var group: GroupArgument

    @OptionGroup var named: ContactArguments

    @OptionGroup var trial: DryRunOption

    /// Adds the contacts to the group or removes them, and reports it.
    func change(isAdding: Bool, in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let contacts = try await named.find(to: "Change", in: program)
        var edit = ContactEdit()
        if isAdding { edit.addedCategories = [group.name] } else { edit.removedCategories = [group.name] }
        let updates = try await blocs.contact().edit(contacts, with: edit, title: "group", isTrial: trial.dryRun)
        let (past, would) = isAdding ? ("Added", "Would add") : ("Removed", "Would remove")
        let place = isAdding ? "to" : "from"
        return program.finish(
            EditReport(updates).text { "\(trial.dryRun ? would : past) \($0) \(place) the group \(group.quoted)." }
        )
    }
}

struct GroupRenameCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a group.",
        usage: "contacts group rename <group> <new-name> [--dry-run] [<options>]",
        discussion: """
            If a group with the new name exists, the two are merged. This is one step, which contacts undo reverts.

            EXAMPLES
              contacts group rename friends 'old friends'
            """,
        aliases: ["mv"]
    )

    @OptionGroup var group: GroupArgument

    @Argument(help: .value("new-name", "The new name."))
    var newName: String

    @OptionGroup var trial: DryRunOption

    func check() throws { try GroupArgument.validate(newName) }

    func run(in program: Program) async throws -> ExitStatus {
        let bloc = blocs.contact()
        let contacts = try await bloc.contacts(of: .groupSelected(group.name))
        guard !contacts.isEmpty else {
            throw Failure(
                .failure,
                "The group \(group.quoted) has no contacts, so it cannot be renamed. Add one first, or delete the "
                    + "group with contacts group delete."
            )
        }
        var edit = ContactEdit()
        edit.removedCategories = [group.name]
        edit.addedCategories = [newName]
        let updates = try await bloc.edit(contacts, with: edit, title: HistoryStep.groupRenaming, isTrial: trial.dryRun)
        let done = trial.dryRun ? "Would rename" : "Renamed"
        let (old, new) = (group.quoted, GroupArgument.quoted(newName))
        return program.finish(EditReport(updates).text { "\(done) the group \(old) to \(new) for \($0)." })
    }
}

struct GroupDeleteCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a group, but keep its contacts.",
        usage: "contacts group delete <group> [--yes] [--dry-run] [<options>]",
        discussion: """
            All contacts are removed from the group in one step, which contacts undo reverts; the contacts themselves \
            stay. If the group has a card in the book's folder or on its server, the next contacts sync removes that \
            card.

            On a terminal you are asked first; elsewhere --yes is needed.

            EXAMPLES
              contacts group delete friends --dry-run
              contacts group delete 'old friends' --yes
            """,
        aliases: ["del"]
    )

    @OptionGroup var group: GroupArgument

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    @OptionGroup var trial: DryRunOption

    func run(in program: Program) async throws -> ExitStatus {
        try program.prompt.require(yes || trial.dryRun, for: "Deleting a group", "delete it without asking")
        let bloc = blocs.contact()
        let contacts = try await bloc.contacts(of: .groupSelected(group.name))
        let name = group.quoted
        if !yes, !trial.dryRun {
            program.messages.detail(
                contacts.isEmpty
                    ? "The group has no contacts."
                    : "\(ContactNames.text(contacts)) \(contacts.count == 1 ? "is" : "are") in the group."
            )
            guard try await program.prompt.confirms("Delete the group \(name)?") else {
                return program.finish("Nothing was changed.", .failure)
            }
        }
        guard !contacts.isEmpty else {
            if !trial.dryRun { _ = try await bloc.content(of: .emptyGroupDeleted(group.name)) }
            return program.finish(
                "\(trial.dryRun ? "Would delete" : "Deleted") the group \(name), which has no contacts; the next contacts sync "
                    + "removes its card."
            )
        }
        var edit = ContactEdit()
        edit.removedCategories = [group.name]
        let updates = try await bloc.edit(contacts, with: edit, title: HistoryStep.groupDeletion, isTrial: trial.dryRun)
        let undo = app.configuration.command("undo")
        return program.finish(
            EditReport(updates).text { contacts in
                trial.dryRun
                    ? "Would delete the group \(name), which has \(contacts)."
                    : "Deleted the group \(name); \(contacts) stayed. Undo with: \(undo)"
            }
        )
    }
}
