import ArgumentParser
import Repository
import Services

struct FavoriteCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: "Mark contacts as favorites.",
        usage: "contacts favorite <contact> ... [--remove] [--dry-run] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            All are marked in one step, which contacts undo reverts. The marks stay, whatever the API sends later.

            EXAMPLES
              contacts favorite 1c41a2 9be0
              contacts favorite 1c41a2 --remove
              contacts list --favorite
            """,
        aliases: ["fav", "star"]
    )

    @OptionGroup var named: ContactArguments

    @Flag(help: "Remove the mark.")
    var remove = false

    @OptionGroup var trial: DryRunOption

    static let books = BookScope.joined

    func run(in program: Program) async throws -> ExitStatus {
        let contacts = try await named.find(to: "Mark", in: program)
        var edit = ContactEdit()
        edit.isFavorite = !remove
        let title = remove ? "favorite --remove" : "favorite"
        let updates = try await blocs.contact().edit(contacts, with: edit, title: title, isTrial: trial.dryRun)
        let report = EditReport(updates)
        let isOne = report.contacts.count == 1
        return program.finish(
            report.text { names in
                switch (trial.dryRun, remove) {
                case (true, true): "Would remove the favorite mark of \(names)."
                case (true, false): "Would mark \(names) as favorite."
                case (false, true): "\(names) \(isOne ? "is no longer a favorite" : "are no longer favorites")."
                case (false, false): "\(names) \(isOne ? "is now a favorite" : "are now favorites")."
                }
            }
        )
    }
}
