import Bloc
import Primitives
import Repository
import Services
import TerminalUI

extension PageContext {
    /// Asks whether to remove the contacts, some of which are known by name, and removes them if confirmed.
    func askToRemove(_ ids: [ContactID], names: [Contact], then end: @escaping @MainActor () -> Void) {
        guard !ids.isEmpty, !isChanging else { return }
        let known = names.count == ids.count ? ContactNames.text(names) : CountText.contacts(ids.count)
        let view = QuestionView("Remove", "Remove \(known)?", note: "u undoes it.", yes: "Remove", isDangerous: true)
        let contacts = Blocs(app: app).contact()
        Question(view, self) { [weak self] in
            self?.change {
                try await contacts.contacts(of: .removed(ids))
            } then: { removed in
                self?.tell("Removed \(ContactNames.text(removed)).", .success)
                end()
            }
        }
    }

    /// Shows a preview of the merged contact, and merges the contacts if confirmed.
    func askToMerge(_ ids: [ContactID], then end: @escaping @MainActor () -> Void = {}) {
        guard Set(ids).count > 1, !isChanging else { return }
        let view = QuestionView(
            title: "Merge",
            lines: [StyledText("Merge \(CountText.contacts(ids.count)) into one?"), ""],
            yes: "Merge",
            // The user can't see the result until the preview is loaded.
            isDangerous: ids.count > 2
        )
        let blocs = Blocs(app: app)
        let (duplicates, selection) = (blocs.duplicates(), blocs.contact())
        let question = Question(view, self) { [weak self] in
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

    /// Changes contacts; other removals and merges are blocked meanwhile.
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
            let yes = isOne ? "is now a favorite." : "are now favorites."
            let no = isOne ? "is no longer a favorite." : "are no longer favorites."
            self?.tell("\(names) \(first.isFavorite ? yes : no)", .success)
        }
    }

    func copyAddress(of contact: Contact) {
        guard let text = contact.email ?? contact.cell ?? contact.phone else {
            return tell("\(ContactNames.name(of: contact)) has neither an e-mail address nor a number.")
        }
        session?.copy(text)
    }
}

enum DifferenceLines {
    static func styled(_ lines: [String]) -> [StyledText] {
        lines.map { StyledText($0, style: $0.hasPrefix("-") ? .danger : $0.hasPrefix("+") ? .success : .plain) }
    }
}

@MainActor
enum ContactExport {
    static func ask(_ context: PageContext, _ ids: [ContactID]) {
        let sources = context.sources
        // The path of an existing file; pressing Enter again replaces it.
        var existing: String?
        FieldDialog(
            context,
            enter: ("Export to the file", "Export"),
            leave: "Leave without exporting"
        ) {
            sources.complete($0, false)
        } picture: {
            view($0, count: ids.count, problem: $1)
        } submit: { dialog, text in
            let path = text.split(separator: " ").joined(separator: " ")
            guard !path.isEmpty else {
                return context.tell("Type the name of a file, such as contacts.vcf or contacts.csv.")
            }
            if let kind = sources.fileKind(path), dialog.problem == nil || existing != path {
                existing = path
                dialog.problem =
                    kind == .folder
                    ? "“\(path)” is a folder. Press Enter again to add a file for each contact."
                    : "“\(path)” already exists. Press Enter again to replace it."
                return
            }
            let contacts = Blocs(app: context.app).contact()
            context.run {
                let chosen = try await contacts.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing))
                try await sources.export(chosen, path)
                return chosen
            } then: { chosen in
                // After a failure, the typed text stays.
                guard let chosen else { return }
                context.close(dialog)
                context.tell("Exported \(ContactNames.text(chosen)) to \(path).", .success)
            }
        }
    }

    nonisolated static func view(_ input: TextInput, count: Int, problem: String? = nil) -> Dialog {
        Dialog(
            "Export \(CountText.contacts(count))",
            content: FieldView("File", input: input, isActive: true, placeholder: "~/contacts.vcf", problem: problem),
            size: Size(columns: 64, rows: 7)
        )
    }
}
