import ArgumentParser
import Bloc
import Repository
import Services

/// `contacts dedupe`: finds duplicates and merges them.
struct DedupeCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "dedupe",
        abstract: "Find duplicate contacts and merge them.",
        usage: "contacts dedupe [--yes] [--dry-run] [<options>]",
        discussion: """
            Contacts look like one person when they share an e-mail address; or a telephone number, however it is \
            written, and their names do not differ; or the name together with the birthday, the organization or the \
            street.

            Each group is shown with the reasons, and you are asked whether to merge it. The contact with the most \
            values gets those of the others, as in contacts merge. With --yes all groups are merged, with --dry-run \
            none. All of it is one step of history, so that contacts undo reverts it.

            Standard output has a line for each contact of a group: the number of the group, the identifier, the name \
            and the reasons, separated by tabs.

            EXAMPLES
              contacts dedupe --dry-run
              contacts dedupe
            """
    )

    @Flag(name: .shortAndLong, help: "Merge all groups without a question.")
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Print the groups, and change nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        guard yes || dryRun || program.prompt.canAsk else {
            throw Failure(
                .usage,
                "Merging needs a confirmation, and this is not a terminal. Give --yes to merge all groups, or --dry-run to print them."
            )
        }
        @Injected(\.blocs) var blocs
        let bloc = blocs.duplicates()
        let groups = try await Self.groups(of: bloc, messages: program.messages)
        guard !groups.isEmpty else {
            program.messages.note("No duplicates.")
            return .success
        }
        var chosen: [DuplicateGroup] = []
        for (number, group) in groups.enumerated() {
            try program.output.write(text(of: group, number: number + 1))
            guard !dryRun, !yes else { continue }
            try program.output.flush()
            if try await program.prompt.confirms("Merge these \(group.contacts.count)?") { chosen.append(group) }
        }
        if yes { chosen = groups }
        if dryRun {
            program.messages.note("Would merge \(Self.text(groups)).")
            return .success
        }
        guard !chosen.isEmpty else {
            program.messages.note("Nothing was merged.")
            return .failure
        }
        _ = try await bloc.content(of: .merged(chosen.map { $0.contacts.map(\.id) }, title: "dedupe"))
        program.messages.note("Merged \(Self.text(chosen)). Undo with: contacts undo")
        return .success
    }

    private static func groups(of bloc: DuplicateBloc, messages: MessagePrinter) async throws -> [DuplicateGroup] {
        var meter = ProgressMeter(messages: messages)
        defer { meter.end() }
        let answer = bloc.ask(.searched)
        for await state in answer.states {
            guard case .loading(.searching(let read, let total)) = state else { continue }
            meter.show(ProgressLine(contacts: read, of: total))
        }
        guard case .found(let groups) = try await answer.content() else { throw CancellationError() }
        return groups
    }

    private func text(of group: DuplicateGroup, number: Int) -> String {
        let reasons = group.reasons.joined(separator: ", ")
        return group.contacts.map { contact in
            let name = TerminalText.sanitized(ContactNaming.shown(contact))
            return "\(number)\t\(contact.id)\t\(name)\t\(reasons)\n"
        }.joined()
    }

    private static func text(_ groups: [DuplicateGroup]) -> String {
        let contacts = groups.reduce(0) { $0 + $1.contacts.count }
        return "\(CountText.contacts(contacts)) into \(groups.count)"
    }
}
