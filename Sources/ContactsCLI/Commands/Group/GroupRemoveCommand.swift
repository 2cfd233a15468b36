import ArgumentParser
import Bloc
import Repository

/// `contacts group remove`: takes contacts out of a group by the contact bloc.
struct GroupRemoveCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take contacts out of a group.",
        usage: "contacts group remove <group> <contact> ... [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            Nobody is removed from the contacts. All are taken out in one step, which contacts undo takes back.

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
        let contacts = try await bloc.answers(.grouped(ids, adding: [], removing: [group]))
        program.messages.note("\(CountText.contacts(contacts.count)) not in the group “\(group)”.")
        return .success
    }
}
