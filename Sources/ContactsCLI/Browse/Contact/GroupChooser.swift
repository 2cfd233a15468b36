import Bloc
import Repository
import Services
import TerminalUI

/// Choosing a group from the menu of all: to show it alone, or to put contacts in it or take them out.
@MainActor
final class GroupChooser: PageDialog {
    private let context: PageContext
    private let show: @MainActor (String?) -> Void
    private var menu: GroupMenu?

    /// Creates a chooser; the closure shows a group alone, or all contacts.
    init(_ context: PageContext, show: @escaping @MainActor (String?) -> Void = { _ in }) {
        self.context = context
        self.show = show
    }

    var view: (any TerminalView)? { menu?.view }

    func type(_ event: InputEvent) -> Bool { menu?.type(event) ?? false }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard mouse == .press(.left) else { return }
        guard let target, target.name == PaletteView.targetName else {
            menu = nil
            return
        }
        menu?.select(target.index)
        choose()
    }

    var actions: [PageAction] {
        guard menu != nil else { return [] }
        return [
            PageAction(.open, "Choose the group", hint: "Choose") { [weak self] in self?.choose() },
            PageAction(.back, "Leave the menu", hint: "Leave") { [weak self] in self?.menu = nil },
        ]
    }

    /// The actions of a page that put contacts in groups and take them out.
    func changing(_ chosen: @escaping @MainActor @Sendable () -> [ContactID]) -> [PageAction] {
        [
            PageAction("group.add", "Add to a group", keys: [.character("+")]) { [weak self] in
                self?.begin(.adding(chosen()))
            },
            PageAction("group.remove", "Remove from a group", keys: [.character("-")]) { [weak self] in
                self?.begin(.removing(chosen()))
            },
        ]
    }

    /// Opens the menu.
    func begin(_ purpose: GroupMenu.Purpose) {
        switch purpose {
        case .adding([]), .removing([]): return context.tell(PageNotice("No contact is selected."))
        case .showing, .adding, .removing: break
        }
        menu = GroupMenu(purpose)
        context.needsDrawing()
        let blocs = Blocs(app: context.app)
        let (overview, contacts) = (blocs.overview(), blocs.contact())
        context.run {
            guard case .removing(let ids) = purpose else {
                return try await overview.content(of: .requested).groups
            }
            // Only the groups that these contacts are in.
            var own = StoreOverview()
            for contact in try await contacts.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing)) {
                for name in contact.categories { own.categories[name, default: 0] += 1 }
            }
            return own.groups
        } then: { [weak self] groups in
            if self?.menu?.purpose == purpose { self?.menu?.groups = groups ?? [] }
            self?.context.needsDrawing()
        }
    }

    private func choose() {
        guard let menu, let entry = menu.selected else { return }
        switch (menu.purpose, entry.group) {
        case (.showing, let group):
            self.menu = nil
            show(group)
        case (.adding(let ids), let group?):
            var edit = ContactEdit()
            edit.addedCategories = [group]
            change(ids, edit) { "Put \($0) in the group “\(group)”." }
        case (.removing(let ids), let group?):
            var edit = ContactEdit()
            edit.removedCategories = [group]
            change(ids, edit) { "Took \($0) out of the group “\(group)”." }
        case (.adding, nil), (.removing, nil): break
        }
    }

    private func change(_ ids: [ContactID], _ edit: ContactEdit, _ sentence: @escaping (String) -> String) {
        let bloc = Blocs(app: context.app).contact()
        context.run {
            try await bloc.content(of: .edited(ids, edit, title: "group"))
        } then: { [weak self] content in
            // After a failure the menu stays with what was typed.
            guard case .changed(let updates)? = content else { return }
            self?.menu = nil
            let text = EditReport(updates).text(sentence, trial: sentence, isTrial: false)
            self?.context.tell(PageNotice(text, .success))
        }
    }
}
