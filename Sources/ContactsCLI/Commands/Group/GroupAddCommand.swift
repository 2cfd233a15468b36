import ArgumentParser
import Bloc
import Repository

/// `contacts group add`: puts contacts in a group by the contact bloc.
struct GroupAddCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Put contacts in a group.",
        usage: "contacts group add <group> <contact> ... [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            The group is made when there is none of this name. All are put in it in one step, which contacts undo takes \
            back.

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
        let contacts = try await bloc.answers(.grouped(ids, adding: [group], removing: []))
        program.messages.note("\(CountText.contacts(contacts.count)) in the group “\(group)”.")
        return .success
    }
}
