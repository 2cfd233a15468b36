import ArgumentParser
import Bloc
import BlocKit
import Exchange
import Primitives
import Repository
import Services
import TerminalUI

struct RestoreCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore an earlier version of a contact.",
        usage: "contacts restore <contact> --to <step> [--field <name>] [--dry-run] [<options>]",
        discussion: """
            --to is a step of contacts history <contact>, and restores the contact as that step left it; a day or a \
            time, such as 2026-03-01 or 2026-03-01T12:00; or lost, the version that lost in the last sync conflict. \
            With --field only that field is restored. This is one step, which contacts undo reverts. A removed contact \
            is added again, as long as the history has it.

            EXAMPLES
              contacts restore 'Ada Lovelace' --to 12
              contacts restore 'Ada Lovelace' --field email --to 2026-03-01
              contacts restore 'Ada Lovelace' --to lost --dry-run
            """
    )

    static let books = BookScope.joined

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var contact: String

    @Option(name: .customLong("to"), help: .value("step", "A step, a day, a time or lost."))
    var target: String

    @Option(help: .value("name", "Only this field, such as email or note. Repeatable."))
    var field: [String] = []

    private static let photo = "photo"

    @OptionGroup var trial: DryRunOption

    func check() throws {
        try ContactSelection.validate(contact)
        guard PastPoint(target) != nil else {
            throw ValidationError(
                "“\(TerminalText.sanitized(target))” is neither a step nor a date. Give a step number from contacts "
                    + "history, a day such as 2026-03-01, or lost."
            )
        }
        for name in field where name != Self.photo && ContactField.clearable(named: name) == nil {
            throw ValidationError(ClearedField.unknown(name).replacing(" to clear", with: ""))
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let (now, isRemoved) = try await ContactPast.find(contact, for: .changing, to: "Restore", in: program)
        guard let point = PastPoint(target) else { throw CancellationError() }
        let name = ContactNames.nameAndBook(of: now)
        if !isRemoved {
            try await check(point)
        } else if !field.isEmpty {
            throw Failure(.failure, "\(name) was removed. Leave out --field to restore the whole contact.")
        }
        guard let then = try await ContactPast(of: now).contact(at: point, app.calendar) else {
            throw Failure(.failure, "\(name) didn't exist \(point.words). contacts history '\(name)' lists its past.")
        }
        guard !isRemoved else {
            if !trial.dryRun { _ = try await blocs.contact().contact(of: .added(then)) }
            return program.finish("\(trial.dryRun ? "Would add" : "Added") \(name) again, as it was \(point.words).")
        }
        let edit = edit(from: now, to: then)
        guard !edit.isEmpty else { return program.finish("\(name) is already like that.") }
        let updates = try await blocs.contact().edit([now], with: edit, title: "restore", isTrial: trial.dryRun)
        return program.finish(EditReport(updates).saved(isTrial: trial.dryRun))
    }

    /// Rejects a step that doesn't exist yet.
    private func check(_ point: PastPoint) async throws {
        guard case .step(let number) = point,
            let last = try await blocs.history().content(of: .requested(limit: 1)).steps.first, last.book == nil,
            number > last.id
        else { return }
        throw Failure(.usage, "There is no step \(number); the last one is \(last.id).")
    }

    /// Returns the edit that restores a contact's earlier values.
    private func edit(from now: Contact, to then: Contact) -> ContactEdit {
        let isWhole = field.isEmpty
        var wanted = isWhole ? then : now
        for name in field { ContactField.clearable(named: name)?.copyWhole(from: then, to: &wanted) }
        var edit = ContactDraft(wanted).edit(from: ContactDraft(now))
        if isWhole || field.contains(Self.photo), then.photo != now.photo { edit.photo = then.photo ?? .uri("") }
        if isWhole, then.lines != now.lines { edit.lines = then.lines }
        return edit
    }
}

enum PastPoint: Equatable {
    case step(Int64)
    /// The end of a day, or a time, both local.
    case time(String)
    case lost

    init?(_ text: String) {
        if text == "lost" {
            self = .lost
        } else if text.utf8.count < 8, let step = Int64(text), step > 0 {
            self = .step(step)
        } else if UTCDate(text: text.prefix(10).description) != nil {
            self = .time(text.replacing(" ", with: "T"))
        } else {
            return nil
        }
    }

    var words: String {
        switch self {
        case .step(let step): "after step \(step)"
        case .time(let time): "at \(TerminalText.sanitized(time))"
        case .lost: "in a conflict"
        }
    }
}

/// A contact's past: the steps that changed it, and the versions of it that were discarded in conflicts.
struct ContactPast {
    let revisions: [ContactRevision]
    private let lost: [LostVersion]

    /// Finds a contact, falling back to removed ones.
    static func find(
        _ text: String,
        for purpose: SelectionPurpose,
        to verb: String,
        in program: Program
    ) async throws -> (contact: Contact, isRemoved: Bool) {
        do {
            let found = try await SelectedContacts.find([text], for: purpose, to: verb, in: program)
            guard let contact = found.first else { throw CancellationError() }
            return (contact, false)
        } catch let error as RepositoryError where error.code == .notFound {
            guard let contact = try await removed(text) else { throw error }
            return (contact, true)
        }
    }

    /// Finds a removed contact by its identifier or name, in its last state; `nil` if the history doesn't have it.
    private static func removed(_ text: String) async throws -> Contact? {
        @Injected(\.blocs) var blocs
        let history = blocs.history()
        let steps = try await history.content(of: .requested(limit: HistoryStep.keptCount)).steps
        let key = FoldedText.key(text)
        var ids = [ContactID(rawValue: text)]
        for (id, name) in steps.flatMap({ zip($0.contacts, $0.names) }) where !ids.contains(id) {
            if FoldedText.key(name) == key || (text.count >= 4 && id.rawValue.hasPrefix(text.lowercased())) {
                ids.append(id)
            }
        }
        var found: [Contact] = []
        for id in ids {
            guard case .revised(let revisions) = try await history.content(of: .revisionsRequested(id)) else {
                continue
            }
            if let change = revisions.first?.change, change.after == nil, let contact = change.before {
                found.append(contact)
            }
        }
        if found.count > 1 {
            let names = found.map { "\n  \($0.id)  \(ContactNames.distinctName(of: $0))" }.joined()
            throw Failure(
                .usage,
                "“\(TerminalText.sanitized(text))” matches several removed contacts; give an identifier.\(names)"
            )
        }
        return found.first
    }

    init(of contact: Contact) async throws {
        @Injected(\.blocs) var blocs
        @Injected(\.app) var app
        guard case .revised(let revisions) = try await blocs.history().content(of: .revisionsRequested(contact.id))
        else { throw CancellationError() }
        self.revisions = revisions
        let own = app.apart(contact).id
        // With several books open, discarded versions are read from only one of them.
        lost = try await app.lostVersions.lostVersions(limit: 1_000).filter { $0.contact == own }
    }

    func contact(at point: PastPoint, _ calendar: WallCalendar) -> Contact? {
        switch point {
        case .lost: return lost.first?.change.before
        case .step(let step): return contact { $0.id <= step }
        case .time(let text):
            return contact { step in
                let local = calendar.stamp(of: step.date)
                // A day stands for its end.
                return local.prefix(text.count) <= text[...]
            }
        }
    }

    private func contact(isDone: (HistoryStep) -> Bool) -> Contact? {
        if let revision = revisions.first(where: { isDone($0.step) }) { return revision.change.after }
        return revisions.last?.change.before
    }

    /// Returns the changed fields, newest first.
    func rows(limit: Int) -> [PastField] {
        let changed = revisions.flatMap { revision in
            let step = revision.step
            return FieldChange.changes(of: revision.change).map {
                PastField(step: step.id, date: step.date, title: step.title, change: $0)
            }
        }
        let lost = lost.flatMap { version in
            // Compare with the outcome of the conflict, not with later changes.
            var change = version.change
            if let then = revisions.first(where: { $0.step.date <= version.date }) { change.after = then.change.after }
            return FieldChange.changes(of: change).map {
                PastField(step: nil, date: version.date, title: "lost in a conflict", change: $0)
            }
        }
        let steps = Set(changed.compactMap { $0.step }.sorted(by: >).prefix(limit))
        return (changed.filter { $0.step.map(steps.contains) == true } + lost).sorted { $0.date > $1.date }
    }
}

struct PastField: Equatable, Sendable {
    /// The step's number; `nil` for a version discarded in a conflict.
    let step: Int64?
    let date: Date
    let title: String
    let change: FieldChange
}

extension Report where Row == PastField {
    static func past(_ calendar: WallCalendar) -> Report {
        Report(
            [
                Column("step") { $0.step.map { .number(Int($0)) } ?? .unknown },
                Column("date") { .text(UTCDate.timestamp(of: $0.date) ?? "") }, Column("title") { .text($0.title) },
                Column("field") { .text($0.change.field) }, Column("old") { OutputValue(unlessEmpty: $0.change.old) },
                Column("new") { OutputValue(unlessEmpty: $0.change.new) },
            ],
            table: Table([
                TextColumn(title: "STEP", narrowest: 4): { $0.step.map(String.init) ?? "lost" },
                TextColumn(title: "DATE", narrowest: 16, dropPriority: 1): { calendar.text(of: $0.date) },
                TextColumn(title: "TITLE", narrowest: 6, dropPriority: 2): { $0.title },
                TextColumn(title: "FIELD", narrowest: 6): { $0.change.field },
                TextColumn(title: "OLD", narrowest: 10): { $0.change.old },
                TextColumn(title: "NEW", narrowest: 10): { $0.change.new },
            ])
        )
    }
}

extension ContactField {
    /// Copies the value from one contact to another; the first value of a list stands for the whole list.
    fileprivate func copyWhole(from source: Contact, to target: inout Contact) {
        guard self == .cell else {
            let lists: [ContactField: ContactField] = [.email: .emails, .phone: .phones, .address: .addresses]
            return (lists[self] ?? self).copy(from: source, to: &target)
        }
        let place = target.phones.firstIndex(where: \.isMobile)
        target.phones.removeAll(where: \.isMobile)
        target.phones.insert(contentsOf: source.phones.filter(\.isMobile), at: place ?? target.phones.count)
    }
}
