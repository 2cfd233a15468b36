import Bloc
import Repository
import Services
import TerminalUI

extension PageContext {
    /// Asks whether to remove the contacts, some of which are known by name, and removes them after a yes.
    func askToRemove(_ ids: [ContactID], names: [Contact], then end: @escaping @MainActor () -> Void) {
        guard !ids.isEmpty, !isChanging else { return }
        let known = names.count == ids.count ? ContactNames.text(names) : CountText.contacts(ids.count)
        let view = QuestionView(
            title: "Remove",
            lines: [StyledText("Remove \(known)?"), StyledText("u undoes it.", style: .dim)],
            yes: "Remove",
            isDangerous: true
        )
        let contacts = Blocs(app: app).contact()
        ask(view) { [weak self] in
            self?.change {
                try await contacts.contacts(of: .removed(ids))
            } then: { removed in
                self?.tell("Removed \(ContactNames.text(removed)).", .success)
                end()
            }
        }
    }

    /// Shows what merging the contacts would make, and merges them after a yes.
    func askToMerge(_ ids: [ContactID], then end: @escaping @MainActor () -> Void = {}) {
        guard Set(ids).count > 1, !isChanging else { return }
        let view = QuestionView(
            title: "Merge",
            lines: [StyledText("Merge \(CountText.contacts(ids.count)) into one?"), ""],
            yes: "Merge",
            // Nobody can see yet what would become one.
            isDangerous: ids.count > 2
        )
        let blocs = Blocs(app: app)
        let (duplicates, selection) = (blocs.duplicates(), blocs.contact())
        let question = ask(view) { [weak self] in
            self?.change {
                try await duplicates.content(of: .merged([ids], title: "merge"))
            } then: { content in
                guard case .merged(let contacts) = content else { return }
                self?.tell("Merged into \(ContactNames.text(contacts)).", .success)
                end()
            }
        }
        run { () -> (@Sendable (Int) -> [StyledText])? in
            guard case .preview(let old, let merged) = try await duplicates.content(of: .previewed(ids)) else {
                return nil
            }
            let contacts = try await selection.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing))
            let changes = DifferenceLines.styled(ContactDiff.lines(from: old, to: merged))
            return { columns in
                MergeTable.lines(of: contacts, merged: merged, columns: columns).map { StyledText($0) } + [""] + changes
            }
        } then: { [weak self] table in
            guard let table = table ?? nil else {
                self?.close(question)
                return
            }
            question.shown.table = table
            question.shown.isDangerous = false
            self?.needsDrawing()
        }
    }

    /// Changes contacts; meanwhile nothing else is removed or merged.
    private func change<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result,
        then end: @escaping @MainActor @Sendable (Result) -> Void
    ) {
        isChanging = true
        run(body) { [weak self] result in
            self?.isChanging = false
            if let result { end(result) }
        }
    }

    /// Makes the contacts favorites; when all of them are, none of them any more.
    func toggleFavorite(_ ids: [ContactID]) {
        let bloc = Blocs(app: app).contact()
        run {
            let contacts = try await bloc.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing))
            var edit = ContactEdit()
            edit.isFavorite = !contacts.allSatisfy(\.isFavorite)
            return try await bloc.edit(contacts, with: edit, title: "favorite", isTrial: false).map(\.new)
        } then: { [weak self] contacts in
            guard let contacts, let first = contacts.first else { return }
            let names = ContactNames.text(contacts)
            let isOne = contacts.count == 1
            let yes = isOne ? "is a favorite." : "are favorites."
            let no = isOne ? "is no longer a favorite." : "are no longer favorites."
            self?.tell("\(names) \(first.isFavorite ? yes : no)", .success)
        }
    }

    /// Puts the e-mail address of the contact on the clipboard, or its number.
    func copyAddress(of contact: Contact) {
        if let text = contact.email ?? contact.cell ?? contact.phone {
            session?.copy(text)
        } else {
            tell("\(ContactNames.name(of: contact)) has neither an e-mail address nor a number.")
        }
    }
}

enum DifferenceLines {
    /// Removed and added lines in their styles.
    static func styled(_ lines: [String]) -> [StyledText] {
        lines.map { StyledText($0, style: $0.hasPrefix("-") ? .danger : $0.hasPrefix("+") ? .success : .plain) }
    }
}
