import Bloc
import Primitives
import Repository
import Services
import Synchronization
import TerminalUI

@MainActor
enum RowsPages {
    static func birthdays(_ context: PageContext) -> any Page {
        let app = context.app
        let request = BirthdayRequest(today: app.calendar.today, policy: .cacheOnly)
        return RowsPage(.birthdays(namesBook: app.configuration.isAllBooks), context, bloc: "birthdays") {
            try await app.birthdays.birthdays(request).birthdays
        } open: { page, row in
            page.context.session?.choose(row.id)
        }
    }

    static func duplicates(_ context: PageContext) -> any Page {
        let app = context.app
        // The group last marked as different people; undo applies to it until something else changes.
        var apart: DuplicateGroup?
        let comparing = "Comparing the contacts"
        let activity = Mutex(comparing)
        let description = RowsDescription.duplicates(namesBook: app.configuration.isAllBooks)
        // A comparison takes long: if every change restarted it, it would never finish under frequent changes.
        return RowsPage(description, context, bloc: "duplicates", policy: .sequential) {
            activity.withLock { $0 = comparing }
            return try await app.duplicates.duplicates { read, total in
                // The spinner's animation redraws it.
                activity.withLock { $0 = "\(comparing): \(read) of \(total)" }
            }
        } activity: {
            activity.withLock { $0 }
        } open: { page, row in
            apart = nil
            page.context.askToMerge(row.contacts.map(\.id))
        } more: { page in
            let undoing = page.action("duplicates.alike", "Unmark them as different people", "u") { page in
                guard let group = apart else { return }
                apart = nil
                mark(group, areDifferent: false, page)
            }
            let first = page.action("duplicates.contact", "Open the first contact of the group", "o") { page in
                if let id = page.selected?.contacts.first?.id { page.context.session?.choose(id) }
            }
            let title = "Mark them as different people"
            let marking = page.action("duplicates.different", title, "d", hint: "Different people") { page in
                guard let group = page.selected else { return }
                apart = group
                mark(group, areDifferent: true, page)
            }
            return (apart == nil ? [] : [undoing]) + (page.selected == nil ? [] : [first, marking])
        }
    }

    private static func mark(_ group: DuplicateGroup, areDifferent: Bool, _ page: RowsPage<DuplicateGroup>) {
        let service = page.context.app.duplicates
        page.context.run {
            try await service.mark(group.contacts.map(\.id), areDifferent: areDifferent)
            return true
        } then: { [weak page] done in
            guard let page, done != nil else { return }
            page.load()
            let names = ContactNames.list(group.contacts)
            let different = "Marked as different people: \(names). u undoes it."
            page.context.tell(areDifferent ? different : "\(names) may be the same person again.", .success)
        }
    }

    static func history(_ context: PageContext) -> any Page {
        let app = context.app
        let service = app.history
        // A separate bloc from the one that undoes, so that the steps stay visible during an undo and a reload.
        return RowsPage(.history(namesBook: app.configuration.isAllBooks), context, bloc: "history-page") {
            try await HistoryStep.history(of: service, limit: 500)
        } open: { page, row in
            page.context.run {
                try await service.step(row.id, limit: 100)
            } then: { [weak page] detail in
                if let detail { page?.show(row.title, HistoryLines.lines(of: detail)) }
            }
        } more: { page in
            guard page.selected?.isUndone == false else { return [] }
            return [
                page.action("history.undoTo", "Undo everything down to this step", "U", hint: "Undo to here") {
                    undo(to: $0)
                }
            ]
        }
    }

    private static func undo(to page: RowsPage<HistoryStep>) {
        let context = page.context
        guard let selected = page.selected else { return }
        // Steps hidden by a search are undone as well.
        let later = page.allRows.prefix { $0.id != selected.id }.count { !$0.isUndone }
        let count = later + 1
        let steps = count == 1 ? "1 step" : "\(count) steps"
        let text = "Undo \(steps), down to “\(selected.title)”?"
        let history = Blocs(app: context.app).history()
        Question(QuestionView("Undo", text, note: "Ctrl-R redoes.", yes: "Undo"), context) { [weak context] in
            context?.run {
                try await history.content(of: .undoRequested(steps: count))
            } then: { content in
                if let content { context?.session?.tell(HistoryNotice.notice(content, "undo")) }
            }
        }
    }
}

extension RowsDescription {
    fileprivate static func bookColumn(_ isNamed: Bool) -> [ListColumn] {
        isNamed ? [ListColumn("Book", .content(maximum: 16, minimum: 6), from: 20)] : []
    }
}

extension RowsDescription where Row == ContactBirthday {
    static func birthdays(namesBook: Bool = false) -> RowsDescription {
        RowsDescription(
            title: "Birthdays",
            columns: [
                ListColumn("Next", .fixed(10)), ListColumn("In", .fixed(9), from: 40),
                ListColumn("Name", .content(maximum: 40, minimum: 10)), ListColumn("Turns", .fixed(5), from: 32),
            ] + bookColumn(namesBook),
            empty: EmptyMessage("No contact has a birthday."),
            opens: "Open the contact",
            cells: { row in
                let days = row.days == 0 ? "today" : row.days == 1 ? "tomorrow" : "\(row.days) days"
                return ListRow([
                    StyledText(row.next), StyledText(days, style: row.days < 8 ? .accent : .dim), StyledText(row.name),
                    StyledText(row.age.map(String.init) ?? "", style: .dim), StyledText(row.book ?? "", style: .label),
                ])
            }
        )
    }
}

extension RowsDescription where Row == DuplicateGroup {
    static func duplicates(namesBook: Bool = false) -> RowsDescription {
        RowsDescription(
            title: "Duplicates",
            columns: [
                ListColumn("Score", .fixed(5)), ListColumn("Contacts", .content(maximum: 80, minimum: 12)),
                ListColumn("Reasons", .content(maximum: 60, minimum: 12), from: 60),
            ] + bookColumn(namesBook),
            empty: EmptyMessage("No contacts look like the same person."),
            opens: "Preview the merge",
            cells: { group in
                ListRow([
                    StyledText("\(group.score) %", style: group.isCertain ? .success : .dim),
                    StyledText(ContactNames.list(group.contacts)),
                    StyledText(group.reasons.joined(separator: ", "), style: .dim),
                    StyledText(group.contacts.first?.book ?? "", style: .label),
                ])
            }
        )
    }
}

extension RowsDescription where Row == HistoryStep {
    static func history(namesBook: Bool = false) -> RowsDescription {
        RowsDescription(
            title: "History",
            columns: [
                ListColumn("When", .fixed(16), from: 50), ListColumn("What", .content(maximum: 12)),
                ListColumn("Contacts", .content(maximum: 120, minimum: 12)),
            ] + bookColumn(namesBook),
            empty: EmptyMessage("Nothing has been changed yet."),
            opens: "Show the changes",
            cells: { step in
                let style: Style = step.isUndone ? .dim.with(.strikethrough) : .plain
                return ListRow([
                    StyledText(WallCalendar().text(of: step.date), style: .dim), StyledText(step.title, style: style),
                    StyledText(step.what, style: style), StyledText(step.book ?? "", style: .label),
                ])
            }
        )
    }
}

enum HistoryLines {
    static func lines(of detail: HistoryDetail) -> [StyledText] {
        var lines: [StyledText] = []
        for change in detail.changes {
            if !lines.isEmpty { lines.append("") }
            switch (change.before, change.after) {
            case (let before?, let after?):
                lines.append(StyledText(ContactNames.name(of: after), style: .heading))
                lines += DifferenceLines.styled(ContactDiff.lines(from: before, to: after))
            case (nil, let after?):
                lines.append(StyledText("Added \(ContactNames.name(of: after))", style: .success))
            case (let before?, nil):
                lines.append(StyledText("Removed \(ContactNames.name(of: before))", style: .danger))
            case (nil, nil): break
            }
        }
        let more = detail.step.contactCount - detail.changes.count
        if more > 0 { lines.append(StyledText("and \(more) more", style: .dim)) }
        return lines
    }
}
