import ArgumentParser
import Bloc
import BlocKit
import Exchange
import Repository
import Services
import TerminalUI

struct DedupeCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "dedupe",
        abstract: "Find duplicate contacts and merge them.",
        usage: "contacts dedupe [--yes] [--dry-run] [--format <format>] [<options>]",
        discussion: """
            Each pair of contacts gets points for what the two have in common: an e-mail address, a telephone number \
            however it is written, the birthday, the street, the organization, and similar names, including initials, \
            short forms, swapped parts and a different letter. Differences cost points. Contacts with the names of two \
            people are never duplicates, even if they share a mailbox.

            With 55 points or more, contacts are possible duplicates, and you are asked about each group. With \
            \(DuplicateGroup.certainScore) or more they are certain, and --yes merges them without asking; it leaves \
            the possible ones alone. With --dry-run nothing is merged. Answer ? to see the choices and the reasons.

            The contact with the most values gets those of the others, as in contacts merge. It is all one step, which \
            contacts undo reverts.

            Each line is a contact: \(Report.duplicates.lines.names.joined(separator: ", ")). JSON is an array of \
            groups, each with its contacts.

            EXAMPLES
              contacts dedupe --dry-run
              contacts dedupe --dry-run --json
              contacts dedupe
            """
    )

    @Flag(name: .shortAndLong, help: "Merge only the certain groups, without asking.")
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Print the groups, and change nothing.")
    var dryRun = false

    @OptionGroup var output: ReportOptions

    func run(in program: Program) async throws -> ExitStatus {
        try program.prompt.require(
            yes || dryRun,
            for: "Merging",
            "merge the certain groups, or --dry-run to print all"
        )
        let bloc = blocs.duplicates()
        let groups = try await Self.groups(of: bloc, messages: program.messages)
        let asks = !yes && !dryRun
        var writer = try output.writer(of: Report.duplicates, for: program.screen, standard: asks ? .text : nil)
        var chosen = yes ? groups.filter(\.isCertain) : []
        var questions = DuplicateQuestions(program: program, count: groups.count)
        let rows = groups.enumerated().map { NumberedGroup(number: $0 + 1, group: $1) }
        if asks {
            for row in rows {
                try program.output.write(writer.page([row]))
                try program.output.flush()
                guard
                    case .preview(_, let merged) = try await bloc.content(of: .previewed(row.group.contacts.map(\.id)))
                else { throw CancellationError() }
                for line in MergeTable.lines(of: row.group.contacts, merged: merged) { program.messages.detail(line) }
                switch try await questions.answer(row) {
                case .merge: chosen.append(row.group)
                case .leave: break
                case .different:
                    _ = try await bloc.content(of: .markedDifferent(row.group.contacts.map(\.id)))
                    program.messages.note("They won't be suggested together again.")
                }
            }
        } else if !rows.isEmpty {
            try program.output.write(writer.page(rows))
        }
        try program.output.write(writer.end())
        guard !groups.isEmpty else { return program.finish("No duplicates.") }
        return try await merge(chosen, of: groups, by: bloc, in: program)
    }

    private func merge(
        _ chosen: [DuplicateGroup],
        of groups: [DuplicateGroup],
        by bloc: DuplicateBloc,
        in program: Program
    ) async throws -> ExitStatus {
        let possible = groups.count { !$0.isCertain }
        let rest = "\(possible == 1 ? "1 group is" : "\(possible) groups are") only possible"
        if dryRun {
            let certain = DuplicateGroup.merging(groups.filter(\.isCertain))
            let would = certain.isEmpty ? "Would merge nothing without asking" : "Would merge \(Self.text(certain))"
            return program.finish(possible == 0 || yes ? "\(would)." : "\(would); \(rest).")
        }
        defer {
            if yes, possible > 0 {
                program.messages.note(
                    "\(rest) and \(possible == 1 ? "was" : "were") left alone. Decide with: contacts dedupe"
                )
            }
        }
        guard !chosen.isEmpty else {
            program.messages.note("Nothing was merged.")
            return yes ? .success : .failure
        }
        let merging = DuplicateGroup.merging(chosen)
        _ = try await bloc.content(of: .merged(merging, title: "dedupe"))
        program.messages.note("Merged \(Self.text(merging)). Undo with: \(app.configuration.command("undo"))")
        let names = Dictionary(
            chosen.flatMap(\.contacts).map { ($0.id, $0.displayName) },
            uniquingKeysWith: { first, _ in first }
        )
        for ids in merging {
            let others = ids.dropFirst().map { names[$0] ?? "" }.joined(separator: ", ")
            program.messages.detail("\(names[ids[0]] ?? "") (\(ids[0])) with \(others)")
        }
        return .success
    }

    private static func groups(of bloc: DuplicateBloc, messages: MessagePrinter) async throws -> [DuplicateGroup] {
        var meter = ProgressMeter(messages: messages)
        defer { meter.end() }
        let answer = try await bloc.answer(to: .searched) { state in
            guard case .loading(.searching(let read, let total)) = state else { return }
            meter.show(ProgressLine(contacts: read, of: total))
        }
        guard case .found(let groups) = try answer.get() else { throw CancellationError() }
        return groups
    }

    private static func text(_ groups: [[ContactID]]) -> String {
        "\(CountText.contacts(groups.reduce(0) { $0 + $1.count })) into \(groups.count)"
    }
}

/// A group and its number among all groups, from 1.
struct NumberedGroup: Sendable {
    let number: Int
    let group: DuplicateGroup
}

struct DuplicateQuestions {
    let program: Program
    let count: Int
    private(set) var answerForAll: Bool?

    enum Answer {
        case merge
        case leave
        case different
    }

    /// Asks whether to merge the group; anything but yes means no, including end of input.
    mutating func answer(_ row: NumberedGroup) async throws -> Answer {
        while answerForAll == nil {
            let question = "\(row.number) of \(count): Merge these \(row.group.contacts.count)? [y/N]"
            let answer = try await program.prompt.answer(to: question + " (d different people, ? explains)")
            switch answer.split(whereSeparator: \.isWhitespace).first?.lowercased() ?? "" {
            case "y", "yes": return .merge
            case "", "n", "no": return .leave
            case "d", "different": return .different
            case "a", "all": answerForAll = true
            case "q", "quit": answerForAll = false
            default: explain(row.group)
            }
        }
        return answerForAll == true ? .merge : .leave
    }

    /// Explains the answers, why the contacts look like one person, and their values.
    private func explain(_ group: DuplicateGroup) {
        let lines = [
            "y  merge them into \(group.contacts[0].displayName), which has the most values",
            "n  leave them as they are (also Enter)",
            "d  they are different people; never suggest them together again",
            "a  merge these and all groups that follow",
            "q  stop asking, and merge what was chosen so far",
            "?  show this help",
            "Why: \(group.reasons.joined(separator: ", ")).",
            "Score: \(group.score) of 100; certain from \(DuplicateGroup.certainScore) on.",
        ]
        for line in lines { program.messages.detail(line) }
        for contact in group.contacts {
            program.messages.detail("")
            let details = ContactDetails.text(of: contact, on: Screen(isTerminal: false, columns: 80))
            for line in details.split(separator: "\n") { program.messages.detail(String(line)) }
        }
    }
}

extension NumberedGroup {
    fileprivate var reasons: String { group.reasons.joined(separator: ", ") }

    /// The columns about the whole group.
    fileprivate var cells: [String?] { [String(group.score), group.isCertain ? "yes" : "no", reasons] }

    fileprivate var text: String {
        let head = "\(number). \(group.isCertain ? "certain" : "possible"), score \(group.score): \(reasons)"
        let lines = group.contacts.map { contact in
            let values: [String?] = [
                contact.displayName, contact.email, contact.phone ?? contact.cell, contact.birthday,
            ]
            return "   \(contact.id.rawValue.prefix(8))  " + values.compactMap { $0 }.joined(separator: "  ")
        }
        return ([head] + lines).map { TerminalText.sanitized($0) + "\n" }.joined()
    }
}

extension Report where Row == NumberedGroup {
    static var duplicates: Report {
        let columns = [
            Column("group") { .number($0.number) }, Column("score") { .number($0.group.score) },
            Column("certain") { .flag($0.group.isCertain) }, Column("reasons") { OutputValue($0.group.reasons) },
            Column("contacts") { row in
                .list(
                    row.group.contacts.map {
                        .object([("id", .text($0.id.rawValue)), ("name", .text($0.displayName))])
                    }
                )
            },
        ]
        let lines = Table(names: ["group", "id", "name", "reasons", "score", "certain"]) { row in
            row.group.contacts.map {
                [String(row.number), $0.id.rawValue, $0.displayName, row.reasons] + row.cells.prefix(2)
            }
        }
        let titles = [
            TextColumn(title: "GROUP", narrowest: 5), TextColumn(title: "ID", narrowest: 8, style: .faint),
            TextColumn(title: "NAME", narrowest: 14), TextColumn(title: "SCORE", narrowest: 5),
            TextColumn(title: "CERTAIN", narrowest: 7, dropPriority: 1), TextColumn(title: "REASONS", narrowest: 20),
        ]
        let table = Table(columns: titles) { row in
            row.group.contacts.enumerated().map { index, contact in
                // Only the first line of a group repeats what is about all of it.
                [String(row.number), String(contact.id.rawValue.prefix(8)), contact.displayName]
                    + (index == 0 ? row.cells : ["", "", ""])
            }
        }
        return Report(columns, lines: lines, table: table) { row, _ in row.text }
    }
}

/// Finds and merges duplicates, and then notifies all other blocs.
typealias DuplicateBloc = RepositoryLoadBloc<DuplicateEvent, DuplicateContent>

extension DuplicateBloc {
    static var key: BlocKey<DuplicateBloc> { BlocKey("duplicates") }

    convenience init(service: any DuplicateService, manager: BlocManager) {
        self.init(key: Self.key, policy: .sequential) { event, emit in
            switch event {
            case .searched:
                // Previously found groups stay visible until the new ones arrive.
                let showsGroups = if case .found? = emit.state.content { true } else { false }
                return .found(
                    try await service.duplicates { read, total in
                        if !showsGroups { emit.loading(.searching(read: read, total: total)) }
                    }
                )
            case .previewed(let ids):
                let (old, merged) = try await service.preview(ids)
                return .preview(old: old, merged: merged)
            case .markedDifferent(let ids):
                try await service.mark(ids, areDifferent: true)
                return .found([])
            case .merged(let groups, let title):
                let contacts = try await service.merge(groups, title: title)
                manager.broadcast(ContactsChanged())
                return .merged(contacts)
            }
        }
    }
}

enum DuplicateEvent: Codable, Sendable {
    case searched
    case previewed([ContactID])
    /// The contacts were marked as different people; this is saved.
    case markedDifferent([ContactID])
    /// Merging each group into its first contact was requested; the title is for the step of history.
    case merged([[ContactID]], title: String)
}

enum DuplicateContent: Equatable, Codable, Sendable {
    case searching(read: Int, total: Int)
    case found([DuplicateGroup])
    /// The first contact before and after the merge.
    case preview(old: Contact, merged: Contact)
    case merged([Contact])
}
