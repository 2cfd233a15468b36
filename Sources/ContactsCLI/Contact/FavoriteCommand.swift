import ArgumentParser
import Bloc
import Repository

/// `contacts favorite`: marks contacts by the contact bloc.
struct FavoriteCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: "Mark contacts as favourites.",
        usage: "contacts favorite <contact> ... [--remove] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            All are marked in one step, which contacts undo takes back. The marks stay, whatever the API says later.

            EXAMPLES
              contacts favorite 1c41a2 9be0
              contacts favorite 1c41a2 --remove
              contacts list --favorite
            """,
        aliases: ["fav", "star"]
    )

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var selections: [String]

    @Flag(help: "Take the mark away.")
    var remove = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        for selection in selections { try ContactSelection.validate(selection) }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        let ids = try await SelectedContacts.find(selections, with: bloc, in: program).map(\.id)
        let contacts = try await bloc.contacts(of: .favored(ids, !remove))
        let count = CountText.contacts(contacts.count)
        program.messages.note(remove ? "\(count) no favourite any more." : "Marked \(count).")
        return .success
    }
}
