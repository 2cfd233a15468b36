import ArgumentParser
import Exchange
import Repository
import Services

struct RemoveCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove contacts.",
        usage: "contacts remove <contact> ... [--yes] [--dry-run] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            All of them are removed, or none. A sync does not bring them back; contacts undo does.

            On a terminal you are asked first; elsewhere --yes is needed.

            EXAMPLES
              contacts remove 1c41a2
              contacts remove 1c41a2 9be0 --dry-run
              contacts search org:acme | contacts remove - --yes
            """,
        aliases: ["rm", "delete", "del"]
    )

    /// The maximum number of contacts to name in a question.
    private static let namedLimit = 10

    @OptionGroup var named: ContactArguments

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    @OptionGroup var trial: DryRunOption

    static let books = BookScope.joined

    func run(in program: Program) async throws -> ExitStatus {
        try program.prompt.require(yes || trial.dryRun, for: "Removing", "remove without asking")
        let contacts = try await named.find(to: yes && !trial.dryRun ? "Remove" : nil, in: program)
        if trial.dryRun { return try plan(contacts, in: program) }
        guard try await isConfirmed(contacts, in: program) else {
            return program.finish("Nothing was removed.", .failure)
        }
        let removed = try await blocs.contact().contacts(of: .removed(contacts.map(\.id)))
        let undo = app.configuration.command("undo")
        return program.finish("Removed \(ContactNames.text(removed)). Undo with: \(undo)")
    }

    private func plan(_ contacts: [Contact], in program: Program) throws -> ExitStatus {
        let report = Report.contacts.namingBook(app.configuration.isAllBooks, \.book)
        var format = ListFormat.standard(for: program.screen).writer(of: report, for: program.screen)
        try program.output.write(format.page(contacts.map(app.apart)) + format.end())
        return program.finish("Would remove \(ContactNames.text(contacts)).")
    }

    private func isConfirmed(_ contacts: [Contact], in program: Program) async throws -> Bool {
        if yes { return true }
        if contacts.count == 1 {
            return try await program.prompt.confirms("Remove \(ContactNames.distinctName(of: contacts[0]))?")
        }
        for contact in contacts.prefix(Self.namedLimit) {
            program.messages.detail(ContactNames.distinctName(of: contact))
        }
        if contacts.count > Self.namedLimit {
            program.messages.detail("and \(contacts.count - Self.namedLimit) more")
        }
        return try await program.prompt.confirms("Remove \(CountText.contacts(contacts.count))?")
    }
}
