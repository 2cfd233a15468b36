import Bloc
import Repository
import Services
import TerminalUI

/// A menu for choosing a group: to show only its contacts, or to add contacts to it or remove them.
@MainActor
final class GroupChooser: PageDialog {
    private let context: PageContext
    private let show: @MainActor (String?) -> Void
    private var menu: GroupMenu

    /// Opens the menu over the page; the closure shows one group, or all contacts.
    @discardableResult
    init(
        _ context: PageContext,
        _ purpose: GroupMenu.Purpose,
        show: @escaping @MainActor (String?) -> Void = { _ in }
    ) {
        self.context = context
        self.show = show
        menu = GroupMenu(purpose)
        guard ![.adding([]), .removing([])].contains(purpose) else {
            context.tell("No contact is selected.")
            return
        }
        context.open(self)
        let blocs = Blocs(app: context.app)
        let (overview, contacts) = (blocs.overview(), blocs.contact())
        context.run {
            guard case .removing(let ids) = purpose else {
                return try await overview.content(of: .requested).groups
            }
            // Include only groups that these contacts belong to.
            var own = StoreOverview()
            for contact in try await contacts.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing)) {
                for name in contact.categories { own.categories[name, default: 0] += 1 }
            }
            return own.groups
        } then: { groups in
            self.menu.groups = groups ?? []
            context.needsDrawing()
        }
    }

    var view: any TerminalView { menu.view }

    func type(_ event: InputEvent) -> Bool { menu.type(event) }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard mouse == .click else { return }
        guard let target, target.name == PaletteView.targetName else { return context.close(self) }
        menu.select(target.index)
        choose()
    }

    var actions: [PageAction] {
        [
            action(.open, "Choose the group", hint: "Choose") { $0.choose() },
            action(.back, "Close the menu", hint: "Leave") { $0.context.close($0) },
        ]
    }

    private func choose() {
        guard let entry = menu.selected else { return }
        var edit = ContactEdit()
        switch (menu.purpose, entry.group) {
        case (.showing, let group):
            context.close(self)
            show(group)
        case (.adding(let ids), let group?):
            edit.addedCategories = [group]
            change(ids, edit) { "Added \($0) to the group “\(group)”." }
        case (.removing(let ids), let group?):
            edit.removedCategories = [group]
            change(ids, edit) { "Removed \($0) from the group “\(group)”." }
        case (.adding, nil), (.removing, nil): break
        }
    }

    private func change(_ ids: [ContactID], _ edit: ContactEdit, _ sentence: @escaping (String) -> String) {
        let bloc = Blocs(app: context.app).contact()
        context.run {
            try await bloc.content(of: .edited(ids, edit, title: "group"))
        } then: { content in
            // After a failure, the menu stays open with the typed text.
            guard case .changed(let updates)? = content else { return }
            self.context.close(self)
            self.context.tell(EditReport(updates).text(sentence), .success)
        }
    }
}

extension Page {
    func groupActions(_ context: PageContext, _ chosen: @escaping @MainActor (Self) -> [ContactID]) -> [PageAction] {
        [
            action("group.add", "Add to a group", "+") { GroupChooser(context, .adding(chosen($0))) },
            action("group.remove", "Remove from a group", "-") { GroupChooser(context, .removing(chosen($0))) },
        ]
    }
}

/// The groups to choose from, filtered by the typed text.
struct GroupMenu: Equatable, Sendable {
    enum Purpose: Hashable, Sendable {
        /// Shows only the group's contacts in the list.
        case showing(now: String?)
        case adding([ContactID])
        case removing([ContactID])
    }

    struct Entry: Equatable, Sendable {
        /// The name of the group; `nil` for all contacts.
        let group: String?
        let item: ListRow
    }

    let purpose: Purpose
    /// The groups; `nil` while they are being counted.
    var groups: [StoreOverview.Group]?
    private(set) var palette = PaletteInput()

    init(_ purpose: Purpose, groups: [StoreOverview.Group]? = nil) {
        self.purpose = purpose
        self.groups = groups
    }

    /// The lines that match the typed text; groups whose names begin with it come first.
    var entries: [Entry] {
        let typed = palette.text.split(separator: " ").joined(separator: " ")
        let key = FoldedText.key(typed)
        guard let groups else { return [] }
        let found = groups.map { (group: $0, key: FoldedText.key($0.name)) }
            .filter { key.isEmpty || $0.key.contains(key) }
        let sorted = found.filter { $0.key.hasPrefix(key) } + found.filter { !$0.key.hasPrefix(key) }
        let entries = sorted.map { found in
            let name = found.group.name
            let title = StyledText(name, style: purpose == .showing(now: name) ? .accent : .plain)
            return Entry(group: name, item: ListRow(title, detail: CountText.contacts(found.group.contacts)))
        }
        switch purpose {
        case .showing where key.isEmpty: return [Entry(group: nil, item: ListRow("All contacts"))] + entries
        // A new name is offered last, so that Enter prefers an existing group.
        case .adding where !key.isEmpty && !found.contains { $0.key == key }:
            let title = StyledText("New group “\(typed)”", style: .success)
            return entries + [Entry(group: typed, item: ListRow(title))]
        case .showing, .adding, .removing: return entries
        }
    }

    var selected: Entry? { entries[at: palette.position.selected] }

    mutating func type(_ event: InputEvent) -> Bool { palette.type(event, count: entries.count) }

    mutating func select(_ index: Int) { palette.select(index, count: entries.count) }

    var view: PaletteView {
        let (prompt, withoutGroups) =
            switch purpose {
            case .showing: ("Show the group", "There are no groups; + creates one.")
            case .adding(let ids): ("Add \(CountText.contacts(ids.count)) to", "Type the name of a new group.")
            case .removing(let ids):
                ("Remove \(CountText.contacts(ids.count)) from", "These contacts aren’t in any group.")
            }
        let empty =
            groups == nil
            ? "Counting the groups." : groups?.isEmpty == true ? withoutGroups : "No groups match."
        return PaletteView(prompt: prompt, input: palette, items: entries.map(\.item), emptyText: empty)
    }
}
