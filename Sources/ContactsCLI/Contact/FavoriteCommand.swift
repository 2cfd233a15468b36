import ArgumentParser
import Bloc
import Repository

/// `contacts favorite`: marks contacts as favorites, or removes the mark.
struct FavoriteCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: "Mark contacts as favorites.",
        usage: "contacts favorite <contact> ... [--remove] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            All are marked in one step, which contacts undo reverts. The marks stay, whatever the API says later.

            EXAMPLES
              contacts favorite 1c41a2 9be0
              contacts favorite 1c41a2 --remove
              contacts list --favorite
            """,
        aliases: ["fav", "star"]
    )

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var selections: [String]

    @Flag(help: "Remove the mark.")
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
        program.messages.note(Self.text(contacts, isFavorite: !remove))
        return .success
    }

    /// What was done, with the name of a single contact.
    static func text(_ contacts: [Contact], isFavorite: Bool) -> String {
        guard contacts.count == 1, let contact = contacts.first else {
            let count = CountText.contacts(contacts.count)
            return isFavorite ? "\(count) are favorites now." : "\(count) are no longer favorites."
        }
        let name = contact.displayName
        let subject = TerminalText.sanitized(name.isEmpty ? contact.id.rawValue : name)
        return isFavorite ? "\(subject) is a favorite now." : "\(subject) is no longer a favorite."
    }
}
