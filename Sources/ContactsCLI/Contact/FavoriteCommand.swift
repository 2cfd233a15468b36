import ArgumentParser
import Bloc
import BlocKit
import Repository
import Services

struct FavoriteCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: "Mark contacts as favorites.",
        usage: "contacts favorite <contact> ... [--remove] [--dry-run] [<options>]",
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

    @OptionGroup
    var named: ContactArguments

    @Flag(help: "Remove the mark.")
    var remove = false

    @OptionGroup
    var trial: DryRunOption

    @OptionGroup
    var global: GlobalOptions

    static let books = BookScope.joined

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let contacts = try await SelectedContacts.find(named.selections, for: .changing, to: "Mark", in: program)
        var edit = ContactEdit()
        edit.isFavorite = !remove
        let title = remove ? "favorite --remove" : "favorite"
        let updates = try await blocs.contact().edit(contacts, with: edit, title: title, isTrial: trial.dryRun)
        let report = EditReport(updates)
        let isOne = report.contacts.count == 1
        program.messages.note(
            report.text(
                { names in
                    if remove {
                        return "\(names) \(isOne ? "is" : "are") no longer \(isOne ? "a favorite" : "favorites")."
                    }
                    return "\(names) \(isOne ? "is a favorite" : "are favorites") now."
                },
                trial: {
                    "Would \(remove ? "remove the favorite mark of" : "mark") \($0)\(remove ? "" : " as favorite")."
                },
                isTrial: trial.dryRun
            )
        )
        return .success
    }
}
