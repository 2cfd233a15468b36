import ArgumentParser
import Bloc

/// `contacts group rename`: renames a group by the contact bloc.
struct GroupRenameCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a group another name.",
        usage: "contacts group rename <group> <new-name> [<options>]",
        discussion: """
            When there is a group of the new name, the two become one. It is one step, which contacts undo takes back.

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
        let contacts = try await blocs.contact().answers(.groupRenamed(group, to: newName))
        program.messages.note("The group is “\(newName)” now, for \(CountText.contacts(contacts.count)).")
        return .success
    }
}
