import ArgumentParser
import Bloc
import BlocKit
import Repository
import Services

struct GroupAddCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Put contacts in a group.",
        usage: "contacts group add <group> <contact> ... [--dry-run] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            The group is created if it does not exist. All are put in it in one step, which contacts undo reverts.

            EXAMPLES
              contacts group add friends 1c41a2 9be0
            """
    )

    @OptionGroup
    var members: GroupMembers

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        try await members.change(\.addedCategories, past: "Put", trial: "Would put", "in the group", in: program)
    }
}

struct GroupRemoveCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take contacts out of a group.",
        usage: "contacts group remove <group> <contact> ... [--dry-run] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            The contacts themselves stay. All are taken out in one step, which contacts undo reverts. A group with a card of
            its own in the folder or at the server of the book stays when it has no contacts any more.

            EXAMPLES
              contacts group remove friends 1c41a2
            """,
        aliases: ["rm"]
    )

    @OptionGroup
    var members: GroupMembers

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        try await members.change(\.removedCategories, past: "Took", trial: "Would take", "out of the group", in: program)
    }
}

/// A group, and the contacts that a command puts in it or takes out of it.
struct GroupMembers: ParsableArguments, Sendable {
    @OptionGroup
    var group: GroupArgument

    @OptionGroup
    var named: ContactArguments

    @OptionGroup
    var trial: DryRunOption

    /// Changes the contacts, and says so with the words for what was done or would be.
    func change(
        _ groups: WritableKeyPath<ContactEdit, [String]>,
        past: String,
        trial would: String,
        _ place: String,
        in program: Program
    ) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let contacts = try await SelectedContacts.find(named.selections, for: .changing, to: "Change", in: program)
        var edit = ContactEdit()
        edit[keyPath: groups] = [group.name]
        let updates = try await blocs.contact().edit(contacts, with: edit, title: "group", isTrial: trial.dryRun)
        program.messages.note(
            EditReport(updates).text(
                { "\(past) \($0) \(place) \(group.quoted)." },
                trial: { "\(would) \($0) \(place) \(group.quoted)." },
                isTrial: trial.dryRun
            )
        )
        return .success
    }
}

struct GroupRenameCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a group another name.",
        usage: "contacts group rename <group> <new-name> [--dry-run] [<options>]",
        discussion: """
            If there is a group with the new name, both are joined. It is one step, which contacts undo reverts.

            EXAMPLES
              contacts group rename friends 'old friends'
            """,
        aliases: ["mv"]
    )

    @OptionGroup
    var group: GroupArgument

    @Argument(help: ArgumentHelp("Its name from now on.", valueName: "new-name"))
    var newName: String

    @OptionGroup
    var trial: DryRunOption

    @OptionGroup
    var global: GlobalOptions

    func validate() throws { try GroupArgument.validate(newName) }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        let contacts = try await bloc.contacts(of: .groupSelected(group.name))
        guard !contacts.isEmpty else {
            throw Failure(
                .failure,
                "The group \(group.quoted) has no contacts to rename it for. Put one in it first, or delete it with "
                    + "contacts group delete."
            )
        }
        var edit = ContactEdit()
        edit.removedCategories = [group.name]
        edit.addedCategories = [newName]
        let updates = try await bloc.edit(contacts, with: edit, title: HistoryStep.groupRenaming, isTrial: trial.dryRun)
        let (old, new) = (group.quoted, GroupArgument.quoted(newName))
        program.messages.note(
            EditReport(updates).text(
                { "Renamed the group \(old) to \(new) for \($0)." },
                trial: { "Would rename the group \(old) to \(new) for \($0)." },
                isTrial: trial.dryRun
            )
        )
        return .success
    }
}

struct GroupDeleteCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a group; its contacts stay.",
        usage: "contacts group delete <group> [--yes] [--dry-run] [<options>]",
        discussion: """
            All contacts are taken out of the group in one step, which contacts undo reverts. No contact is removed. A card \
            of the group in the folder or at the server of the book is removed by the next contacts sync.

            On a terminal you are asked first; elsewhere --yes is needed.

            EXAMPLES
              contacts group delete friends --dry-run
              contacts group delete 'old friends' --yes
            """,
        aliases: ["del"]
    )

    @OptionGroup
    var group: GroupArgument

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @OptionGroup
    var trial: DryRunOption

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        try program.prompt.require(yes || trial.dryRun, for: "Deleting a group", "delete it without a question")
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        let contacts = try await bloc.contacts(of: .groupSelected(group.name))
        let name = group.quoted
        if !yes, !trial.dryRun {
            program.messages.detail(
                contacts.isEmpty
                    ? "No contact is in the group."
                    : "\(ContactNames.text(contacts)) \(contacts.count == 1 ? "is" : "are") in the group."
            )
            guard try await program.prompt.confirms("Delete the group \(name)?") else {
                program.messages.note("Nothing was changed.")
                return .failure
            }
        }
        guard !contacts.isEmpty else {
            if !trial.dryRun { _ = try await bloc.content(of: .emptyGroupDeleted(group.name)) }
            program.messages.note(
                "\(trial.dryRun ? "Would delete" : "Deleted") the group \(name), which has no contacts; the next contacts sync "
                    + "removes its card."
            )
            return .success
        }
        var edit = ContactEdit()
        edit.removedCategories = [group.name]
        let updates = try await bloc.edit(contacts, with: edit, title: HistoryStep.groupDeletion, isTrial: trial.dryRun)
        @Injected(\.app.configuration) var configuration
        let undo = configuration.command("undo")
        program.messages.note(
            EditReport(updates).text(
                { "Deleted the group \(name); \($0) stayed. Undo with: \(undo)" },
                trial: { "Would delete the group \(name), which has \($0)." },
                isTrial: trial.dryRun
            )
        )
        return .success
    }
}
