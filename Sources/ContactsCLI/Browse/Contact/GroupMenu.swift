import Repository
import TerminalUI

/// The groups to choose from, narrowed down by what is typed.
struct GroupMenu: Equatable, Sendable {
    enum Purpose: Hashable, Sendable {
        /// The list shows its contacts alone.
        case showing(now: String?)
        /// The contacts are put in it.
        case adding([ContactID])
        /// The contacts are taken out of it.
        case removing([ContactID])
    }

    struct Entry: Equatable, Sendable {
        /// The name of the group; `nil` for all contacts.
        let group: String?
        let item: PaletteItem
    }

    let purpose: Purpose
    /// The groups; `nil` while they are being counted.
    var groups: [StoreOverview.Group]?
    private(set) var palette = PaletteInput()

    init(_ purpose: Purpose, groups: [StoreOverview.Group]? = nil) {
        self.purpose = purpose
        self.groups = groups
    }

    /// The lines that what was typed leaves: first the groups whose names begin with it.
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
            return Entry(group: name, item: PaletteItem(title, detail: CountText.contacts(found.group.contacts)))
        }
        switch purpose {
        case .showing where key.isEmpty: return [Entry(group: nil, item: PaletteItem("All contacts"))] + entries
        // A new name is offered last, so that Enter prefers a group that is there.
        case .adding where !key.isEmpty && !found.contains { $0.key == key }:
            let title = StyledText("New group “\(typed)”", style: .success)
            return entries + [Entry(group: typed, item: PaletteItem(title))]
        case .showing, .adding, .removing: return entries
        }
    }

    var selected: Entry? {
        let (entries, index) = (entries, palette.position.selected)
        return entries.indices.contains(index) ? entries[index] : nil
    }

    mutating func type(_ event: InputEvent) -> Bool { palette.type(event, count: entries.count) }

    mutating func select(_ index: Int) { palette.select(index, count: entries.count) }

    var view: PaletteView {
        let (prompt, withoutGroups) =
            switch purpose {
            case .showing: ("Show the group", "There are no groups; + begins one.")
            case .adding(let ids): ("Add \(CountText.contacts(ids.count)) to", "Type the name of a new group.")
            case .removing(let ids):
                ("Remove \(CountText.contacts(ids.count)) from", "These contacts are in no group.")
            }
        let empty =
            groups == nil
            ? "Counting the groups." : groups?.isEmpty == true ? withoutGroups : "No group has this name."
        return PaletteView(prompt: prompt, input: palette, items: entries.map(\.item), emptyText: empty)
    }
}
