import ArgumentParser
import Repository
import Services
import TerminalUI

struct MergeCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge several contacts into one.",
        usage: "contacts merge <contact> <contact> ... [--yes] [--dry-run] [<options>]",
        discussion: """
            The first contact stays and gets every value that it lacks; the others are removed. Where a field has room \
            for only one value, the more complete one stays, such as a birthday with its year, and other values that \
            differ go into the note, so nothing is lost. contacts undo reverts the merge.

            \(ContactSelection.discussion)

            The contacts are shown side by side with the result, and you are asked whether to merge; without a terminal --yes is needed.

            EXAMPLES
              contacts merge 1c41a2 9be0
              contacts merge 'Ada Lovelace' email:ada@example.com --dry-run
            """
    )

    @OptionGroup var named: ContactArguments

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Show what would change, and change nothing.")
    var dryRun = false

    func run(in program: Program) async throws -> ExitStatus {
        try program.prompt.require(yes || dryRun, for: "Merging", "merge without asking")
        let contacts = try await named.find(to: "Merge", in: program)
        let ids = contacts.map(\.id)
        let (others, target) = (ContactNames.text(Array(contacts.dropFirst())), ContactNames.name(of: contacts[0]))
        guard ids.count > 1 else {
            throw Failure(.usage, "There is only one contact to merge. Name two or more different ones.")
        }
        let bloc = blocs.duplicates()
        guard case .preview(let old, let merged) = try await bloc.content(of: .previewed(ids)) else {
            throw CancellationError()
        }
        for line in MergeTable.lines(of: contacts, merged: merged) { program.messages.detail(line) }
        for line in ContactDiff.lines(from: old, to: merged) { program.messages.detail(line) }
        if dryRun { return program.finish("Would merge \(others) into \(target) (\(old.id)).") }
        guard yes ? true : try await program.prompt.confirms("Merge \(others) into \(target)?") else {
            return program.finish("Nothing was merged.", .failure)
        }
        _ = try await bloc.content(of: .merged([ids], title: "merge"))
        return program.finish(
            "Merged \(others) into \(target) (\(old.id)). Undo with: \(app.configuration.command("undo"))"
        )
    }
}

/// A side-by-side table of the contacts to merge, and the result.
enum MergeTable {
    static func lines(of contacts: [Contact], merged: Contact, columns: Int = 80) -> [String] {
        let all = contacts + [merged]
        let values = all.map { contact in
            ContactDetails.lines(of: contact).filter { !["ID", "UID", "Edited", "Registered"].contains($0.label) }
        }
        var labels: [String] = []
        for lines in values {
            for line in lines where !line.value.isEmpty && !labels.contains(line.label) { labels.append(line.label) }
        }
        let width = max(8, (columns - 14) / all.count - 2)
        func row(_ label: String, _ cells: [String]) -> String {
            ([padded(label, 12)] + cells.map { padded($0, width) }).joined(separator: "  ").replacing(/[ ]+$/, with: "")
        }
        let heads = contacts.indices.map { "\($0 + 1)" } + ["MERGED"]
        return [row("", heads)]
            + labels.flatMap { label -> [String] in
                let cells = values.map { lines in
                    lines.filter { $0.label == label && !$0.value.isEmpty }
                        .flatMap { $0.value.split(whereSeparator: \.isNewline).map(String.init) }
                }
                let height = cells.map(\.count).max() ?? 0
                return (0..<height).map { index in
                    row(index == 0 ? label : "", cells.map { $0.indices.contains(index) ? $0[index] : "" })
                }
            }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        let shown = DisplayWidth.truncated(TerminalText.sanitized(text), to: width)
        return shown + String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: shown)))
    }
}
