import Bloc
import Repository
import Services
import TerminalUI

/// Removing and merging contacts on a page: the questions, and the work after a yes.
@MainActor
final class ContactRemoval {
    private let context: PageContext
    private var removing: FlowBloc<RemovalCoordinator>?
    private var merging: FlowBloc<MergeCoordinator>?
    private var names: [Contact] = []
    /// The preview of a merge.
    private var preview: (@Sendable (Int) -> [StyledText])?

    /// Called when contacts are gone: removed, or merged into another.
    private let onGone: @MainActor () -> Void

    init(_ context: PageContext, leavesPage: Bool, onGone: @escaping @MainActor () -> Void = {}) {
        self.context = context
        self.onGone = onGone
        removing = context.start(RemovalCoordinator(leavesPage: leavesPage)) { [weak self] in self?.begin($0) }
        merging = context.start(MergeCoordinator()) { [weak self] in self?.begin($0) }
    }

    /// Asks whether to remove the contacts, some of which are known by name.
    func removalChosen(_ ids: [ContactID], names: [Contact]) {
        self.names = names
        removing?.add(.removalChosen(ids))
    }

    /// Asks whether to merge the contacts.
    func mergeChosen(_ ids: [ContactID]) {
        preview = nil
        merging?.add(.mergeChosen(ids))
        let blocs = Blocs(app: context.app)
        let (duplicates, selection) = (blocs.duplicates(), blocs.contact())
        context.run { () -> (@Sendable (Int) -> [StyledText])? in
            guard case .preview(let old, let merged) = try await duplicates.content(of: .previewed(ids)) else {
                return nil
            }
            let contacts = try await selection.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing))
            let changes = DifferenceLines.styled(ContactDiff.lines(from: old, to: merged))
            return { columns in
                MergeTable.lines(of: contacts, merged: merged, columns: columns).map { StyledText($0) } + [""] + changes
            }
        } then: { [weak self] table in
            if table == nil { self?.merging?.add(.rejected) }
            self?.preview = table ?? nil
            self?.context.needsDrawing()
        }
    }

    /// The question that is open; `nil` without one.
    var question: QuestionView? {
        if case .question(let ids)? = removing?.state.stage {
            let known = names.count == ids.count ? ContactNames.text(names) : CountText.contacts(ids.count)
            return QuestionView(
                title: "Remove",
                lines: [StyledText("Remove \(known)?"), StyledText("u undoes it.", style: .dim)],
                yes: "Remove",
                isDangerous: true,
                button: context.button
            )
        }
        if case .preview(let ids)? = merging?.state.stage {
            let head = [StyledText("Merge \(CountText.contacts(ids.count)) into one?"), ""]
            return QuestionView(
                title: "Merge",
                lines: head,
                table: preview,
                yes: "Merge",
                // Nobody can see what would become one.
                isDangerous: ids.count > 2 && preview == nil,
                button: context.button,
                first: context.questionLine
            )
        }
        return nil
    }

    /// The actions while a question is open.
    var actions: [PageAction] {
        guard let question else { return [] }
        return question.actions(context) { [weak self] step in
            self?.removing?.add(step)
            self?.merging?.add(step)
        }
    }

    private func begin(_ work: FlowWork) {
        let blocs = Blocs(app: context.app)
        switch work {
        case .remove(let ids):
            let contacts = blocs.contact()
            context.run {
                try await contacts.contacts(of: .removed(ids))
            } then: { [weak self] removed in
                self?.removing?.add(removed == nil ? .workFailed : .workDone(nil))
                if removed != nil { self?.onGone() }
                if let removed { self?.context.tell(PageNotice("Removed \(ContactNames.text(removed)).", .success)) }
            }
        case .merge(let ids):
            let duplicates = blocs.duplicates()
            context.run {
                try await duplicates.content(of: .merged([ids], title: "merge"))
            } then: { [weak self] content in
                self?.merging?.add(content == nil ? .workFailed : .workDone(nil))
                guard case .merged(let contacts)? = content else { return }
                self?.onGone()
                self?.context.tell(PageNotice("Merged into \(ContactNames.text(contacts)).", .success))
            }
        case .save, .beginBook, .fetchPeople: break
        }
    }
}

/// The lines of a difference with what they mean.
enum DifferenceLines {
    /// Removed and added lines in their styles.
    static func styled(_ lines: [String]) -> [StyledText] {
        lines.map { StyledText($0, style: $0.hasPrefix("-") ? .danger : $0.hasPrefix("+") ? .success : .plain) }
    }
}

extension PageContext {
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
            self?.tell(PageNotice("\(names) \(first.isFavorite ? yes : no)", .success))
        }
    }

    /// Puts the e-mail address of the contact on the clipboard, or its number.
    func copyAddress(of contact: Contact) {
        if let text = contact.email ?? contact.cell ?? contact.phone {
            copy(text)
        } else {
            tell(PageNotice("\(ContactNames.name(of: contact)) has neither an e-mail address nor a number."))
        }
    }
}
