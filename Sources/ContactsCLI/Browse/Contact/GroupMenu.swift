import Repository
import TerminalUI

/// The groups to choose from, narrowed down by what is typed.
struct GroupMenu: Equatable, Sendable {
    /// The purpose of the chosen group.
    enum Purpose: Hashable, Sendable {
        /// The list shows its contacts alone.
        case showing(now: String?)
        /// The contacts are put in it.
        case adding([ContactID])
        /// The contacts are taken out of it.
        case removing([ContactID])
    }

    /// A line of the menu.
    enum Entry: Hashable, Sendable {
        /// All contacts, with or without a group.
        case all
        /// A group, with the number of its contacts.
        case group(String, Int)
        /// A group that begins with these contacts.
        case new(String)

        /// The name of the group; `nil` for all contacts.
        var group: String? {
            switch self {
            case .all: nil
            case .group(let name, _), .new(let name): name
            }
        }
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
        let found = groups.map { (entry: Entry.group($0.name, $0.contacts), key: FoldedText.key($0.name)) }
            .filter { key.isEmpty || $0.key.contains(key) }
        var entries = found.filter { $0.key.hasPrefix(key) }.map(\.entry)
        entries += found.filter { !$0.key.hasPrefix(key) }.map(\.entry)
        switch purpose {
        case .showing: if key.isEmpty { entries.insert(.all, at: 0) }
        // A new name is offered last, so that Enter prefers a group that is there.
        case .adding: if !key.isEmpty, !found.contains(where: { $0.key == key }) { entries.append(.new(typed)) }
        case .removing: break
        }
        return entries
    }

    /// The selected line.
    var selected: Entry? {
        let (entries, index) = (entries, palette.position.selected)
        return entries.indices.contains(index) ? entries[index] : nil
    }

    /// Takes a key or a paste.
    mutating func type(_ event: InputEvent) -> Bool { palette.type(event, count: entries.count) }

    /// Selects a line.
    mutating func select(_ index: Int) { palette.select(index, count: entries.count) }

    /// The picture of it.
    var view: PaletteView {
        let prompt =
            switch purpose {
            case .showing: "Show the group"
            case .adding(let ids): "Add \(CountText.contacts(ids.count)) to"
            case .removing(let ids): "Remove \(CountText.contacts(ids.count)) from"
            }
        let items = entries.map { entry in
            switch entry {
            case .all: PaletteItem("All contacts")
            case .group(let name, let count):
                PaletteItem(
                    StyledText(name, style: purpose == .showing(now: name) ? .accent : .plain),
                    detail: CountText.contacts(count)
                )
            case .new(let name): PaletteItem(StyledText("New group “\(name)”", style: .success))
            }
        }
        let empty =
            groups == nil
            ? "Counting the groups." : groups?.isEmpty == true ? emptyText : "No group has this name."
        return PaletteView(prompt: prompt, input: palette, items: items, emptyText: empty)
    }

    private var emptyText: String {
        switch purpose {
        case .showing: "There are no groups; + begins one."
        case .adding: "Type the name of a new group."
        case .removing: "These contacts are in no group."
        }
    }
}
