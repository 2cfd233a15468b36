import Bloc
import BlocKit
import Repository
import TerminalUI

/// The page with the list of contacts, which is also the one that a contact is chosen on for a script.
@MainActor
final class ContactListPage: Page {
    /// The rows that the keys for a page move by.
    private static let screenful = 20

    private let context: PageContext
    private let bloc: ContactBrowserBloc
    private let removal: ContactRemoval
    private let export: ContactExport
    private var groups: GroupChooser?
    /// The search field; `nil` while keys go to the list.
    private var input: TextInput?
    /// Whether the next character is the letter to jump to.
    private var isJumping = false

    init(_ route: ListRoute, _ context: PageContext, _ sources: BrowseSources = BrowseSources()) {
        self.context = context
        export = ContactExport(context, sources.files)
        let list = context.app.contactList
        bloc = context.bloc(ContactBrowserBloc.key) { ContactBrowserBloc(BrowseRequest(route), list: list) }
        // The marked contacts are gone then.
        removal = ContactRemoval(context, leavesPage: false) { [bloc] in bloc.add(.marksCleared) }
        context.bind(bloc)
        bloc.add(.located(context.place.map(ListPlace.contact) ?? .start))
        if context.isChooser { input = TextInput(route.query) }
        groups = GroupChooser(context) { [weak self] group in
            self?.bloc.add(.groupChosen(group))
            self?.keepRoute()
        }
    }

    var title: String { context.isChooser ? "Choose a contact" : "Contacts" }
    var place: Contact? { bloc.state.selected }
    var status: String {
        let count = bloc.state.marks.count
        return count == 0 || isTyping || isModal ? "" : "\(count) marked:"
    }
    var isTyping: Bool { removal.question == nil && (dialog != nil || input != nil || isJumping) }
    var takesText: Bool { isTyping && (dialog != nil || !isJumping) }
    func takesAsText(_ key: Key) -> Bool { isJumping && dialog == nil || takesText && TextInput.takes(key) }
    var isCurrent: Bool { dialog != nil || bloc.state.isCurrent }
    var isModal: Bool { removal.question != nil || dialog != nil }
    var failure: RepositoryError? { bloc.state.content.failure }

    var view: any TerminalView {
        ContactListView(
            state: bloc.state,
            input: input,
            isJumping: isJumping,
            question: removal.question ?? dialog?.view
        )
    }

    /// The dialog that takes the keys instead of the list.
    private var dialog: (any PageDialog)? {
        if let groups, groups.isOpen { return groups }
        return export.isOpen ? export : nil
    }

    func retry() { bloc.add(.located(.start)) }

    func select(_ contact: Contact) { bloc.add(.located(.contact(contact))) }

    // MARK: Typing

    func type(_ event: InputEvent) -> Bool {
        if let dialog { return dialog.type(event) }
        if isJumping { return jump(event) }
        guard var typed = input else { return false }
        switch event {
        case .key(.enter), .key(.control("c")): return false
        case .key(.escape) where context.isChooser: return false
        case .key(.escape), .key(.tab): leaveSearch()
        case .key(.down), .key(.control("n")): send(.moved(1))
        case .key(.up), .key(.control("p")): send(.moved(-1))
        case .key(.pageDown): send(.moved(Self.screenful))
        case .key(.pageUp): send(.moved(-Self.screenful))
        default:
            guard typed.apply(event) else { return false }
            input = typed
            if typed.text != bloc.state.request.query { send(.queryChanged(typed.text)) }
        }
        return true
    }

    private func send(_ event: ContactBrowserEvent) { context.send(event, to: bloc) }

    private func jump(_ event: InputEvent) -> Bool {
        isJumping = false
        if case .key(.character(let letter)) = event { bloc.add(.located(.text(String(letter)))) }
        return true
    }

    private func leaveSearch() {
        input = nil
        keepRoute()
    }

    /// The path of the page has what the list shows, so that it is the same when it is opened again.
    private func keepRoute() {
        let request = bloc.state.request
        context.renamed(.contacts(ListRoute(query: request.query, sort: request.sort, group: request.group)))
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        if let dialog { return dialog.use(mouse, on: target) }
        guard !isModal else { return }
        switch mouse {
        case .wheelDown: send(.moved(3))
        case .wheelUp: send(.moved(-3))
        case .press(.left):
            guard let target, target.name == ListView.targetName else { return }
            let index = target.index - bloc.state.rowOffset
            let isOpen = index == bloc.state.content.content?.selection
            if isOpen { open() } else { send(.selected(index)) }
        default: break
        }
    }

    // MARK: Actions

    var actions: [PageAction] {
        if removal.question != nil { return removal.actions }
        if let dialog { return dialog.actions }
        if isJumping {
            return [
                PageAction(.back, "Leave the list where it is", hint: "Leave") { [weak self] in self?.isJumping = false
                }
            ]
        }
        let all = (context.isChooser ? [] : removing) + searching + moving + (context.isChooser ? [] : changing)
        return bloc.state.selected == nil ? all.filter { !Self.needingContact.contains($0.id) } : all
    }

    /// The actions that do nothing without a contact.
    private static let needingContact: Set<String> = [
        "list.export", "contact.remove", FixedKey.open.rawValue, "contact.edit", "contact.favorite", "contact.copy",
        "list.mark", "list.markAll", "list.letter", "list.first", "list.last", "list.pageDown", "list.pageUp",
        FixedKey.up.rawValue, FixedKey.down.rawValue, "list.sort", "list.reverse", "group.add", "group.remove",
    ]

    private var searching: [PageAction] {
        [
            PageAction(
                .open,
                context.isChooser ? "Choose the contact" : "Open the contact",
                hint: bloc.state.selected == nil ? nil : context.isChooser ? "Choose" : whenMarked(nil, else: "Open")
            ) {
                [weak self] in
                self?.open()
            },
            PageAction(.search, "Search", hint: whenMarked(nil, else: "Search")) { [weak self] in
                guard let self else { return }
                input = TextInput(bloc.state.request.query)
            },
            PageAction(
                .back,
                backTitle,
                hint: context.isChooser ? "Leave" : isTyping ? "Done" : whenMarked("Unmark", else: nil)
            ) { [weak self] in self?.back() },
            PageAction("list.favorites", "Search for favorites, or for all again", keys: [.character("*")]) {
                [weak self] in self?.toggleFavorites()
            },
            PageAction("list.sort", "Sort: last name → first name → birthday", keys: [.character("s")]) {
                [weak self] in self?.sort { Self.next($0) }
            },
            PageAction("list.reverse", "Reverse the order", keys: [.character("S")]) { [weak self] in
                self?.sort {
                    ListOrder(rawValue: $0.isReversed ? String($0.rawValue.dropFirst()) : "-" + $0.rawValue) ?? $0
                }
            },
            PageAction("list.group", "Show a group alone, or all contacts", keys: [.character("o")]) { [weak self] in
                guard let self else { return }
                groups?.begin(.showing(now: bloc.state.request.group))
            },
        ]
    }

    private var moving: [PageAction] {
        [
            PageAction(.down, "Next contact") { [weak self] in self?.send(.moved(1)) },
            PageAction(.up, "Previous contact") { [weak self] in self?.send(.moved(-1)) },
            PageAction("list.pageDown", "Next page", keys: [.pageDown, .control("f"), .control("d")]) { [weak self] in
                self?.send(.moved(Self.screenful))
            },
            PageAction("list.pageUp", "Previous page", keys: [.pageUp, .control("b"), .control("u")]) { [weak self] in
                self?.send(.moved(-Self.screenful))
            },
            PageAction("list.first", "First contact", keys: [.character("g"), .home]) { [weak self] in
                self?.bloc.add(.located(.start))
            },
            PageAction("list.last", "Last contact", keys: [.character("G"), .end]) { [weak self] in
                self?.bloc.add(.located(.end))
            },
            PageAction("list.letter", "Jump to a letter", keys: [.character("'")]) { [weak self] in
                self?.isJumping = true
            },
            PageAction("list.refresh", "Refresh", keys: [.character("r")]) { [weak self] in
                self?.context.refresh()
            },
        ]
    }

    private var changing: [PageAction] {
        [
            PageAction(
                "contact.new",
                "Write a new contact",
                hint: whenMarked(nil, else: "New"),
                keys: [.character("n")]
            ) { [weak self] in
                self?.context.report(.newContactChosen)
            },
            PageAction("contact.edit", "Edit the contact", hint: editHint, keys: [.character("e")]) { [weak self] in
                self?.withSelected { self?.context.report(.editChosen($0.id)) }
            },
            PageAction(
                "contact.favorite",
                "Make it a favorite, or the marked ones, or no longer",
                hint: whenMarked("Favorite", else: nil),
                keys: [.character("f")]
            ) {
                [weak self] in
                guard let self else { return }
                withSelected { _ in context.toggleFavorite(bloc.state.chosen) }
            },
            PageAction("contact.copy", "Copy the e-mail address or the number", keys: [.character("y")]) {
                [weak self] in
                self?.withSelected { self?.context.copyAddress(of: $0) }
            },
            PageAction("list.mark", "Mark the contact, or remove its mark", keys: [.character(" ")]) { [weak self] in
                self?.send(.marked)
                self?.send(.moved(1))
            },
            PageAction("list.markAll", "Mark all that match", keys: [.character("A")]) { [weak self] in
                self?.send(.allMarked)
            },
        ] + changingMarked + (groups?.changing { [weak self] in self?.bloc.state.chosen ?? [] } ?? [])
    }

    /// What is only done with marked contacts.
    private var changingMarked: [PageAction] {
        guard !bloc.state.marks.isEmpty else { return [] }
        let unmarking = PageAction("list.unmark", "Remove all marks", keys: [.character("c")]) { [weak self] in
            self?.send(.marksCleared)
        }
        guard bloc.state.marks.count > 1 else { return [unmarking] }
        let merging = PageAction(
            "list.merge",
            "Merge the marked contacts into one",
            hint: "Merge",
            keys: [.character("M")]
        ) { [weak self] in self?.merge() }
        return [unmarking, merging]
    }

    /// What is done with the marked contacts first of all.
    private var removing: [PageAction] {
        [
            PageAction(
                "list.export",
                "Export the contact, or the marked ones, to a file",
                hint: whenMarked("Export", else: nil),
                keys: [.character("x")]
            ) { [weak self] in
                guard let self else { return }
                export.begin(bloc.state.chosen)
            },
            PageAction(
                "contact.remove",
                "Remove the contact, or the marked ones",
                hint: whenMarked("Remove", else: nil),
                keys: [.character("d"), .delete]
            ) { [weak self] in self?.remove() },
        ]
    }

    /// The hint while contacts are marked, else the other one.
    private func whenMarked(_ hint: String?, else other: String?) -> String? {
        bloc.state.marks.isEmpty ? other : hint
    }

    private var editHint: String? { bloc.state.selected == nil ? nil : whenMarked(nil, else: "Edit") }

    /// What Escape does now.
    private var backTitle: String {
        let request = bloc.state.request
        if context.isChooser { return "Leave without a choice" }
        if isTyping { return "Leave the search field" }
        if !bloc.state.marks.isEmpty { return "Remove all marks" }
        if request.group != nil || !request.query.isEmpty { return "Show all contacts again" }
        return "Go back"
    }

    private func withSelected(_ body: (Contact) -> Void) {
        if let contact = bloc.state.selected {
            body(contact)
        } else {
            context.tell(PageNotice("No contact is selected."))
        }
    }

    private func open() {
        withSelected { contact in
            if input != nil { leaveSearch() }
            context.report(.contactChosen(contact.id))
        }
    }

    private func back() {
        let request = bloc.state.request
        if context.isChooser || (request.query.isEmpty && request.group == nil && bloc.state.marks.isEmpty) {
            return context.report(.left())
        }
        if !bloc.state.marks.isEmpty {
            send(.marksCleared)
            return
        }
        if request.group != nil { bloc.add(.groupChosen(nil)) }
        if !request.query.isEmpty { send(.queryChanged("")) }
        keepRoute()
    }

    private func sort(_ change: (ListOrder) -> ListOrder) {
        let order = change(bloc.state.request.sort)
        send(.sortChosen(order))
        keepRoute()
        context.tell(PageNotice("Sorted by \(order.sort.title)\(order.isReversed ? ", reversed" : "")."))
    }

    private static func next(_ order: ListOrder) -> ListOrder {
        let all: [ListOrder] =
            order.isReversed ? [.lastReversed, .firstReversed, .birthdayReversed] : [.last, .first, .birthday]
        let index = all.firstIndex(of: order) ?? 0
        return all[(index + 1) % all.count]
    }

    private func toggleFavorites() {
        let term = "favorite:yes"
        let words = bloc.state.request.query.split(separator: " ").map(String.init)
        let query = words.contains(term) ? words.filter { $0 != term } : words + [term]
        send(.queryChanged(query.joined(separator: " ")))
        keepRoute()
    }

    private func merge() {
        let ids = bloc.state.chosen
        guard ids.count > 1 else { return context.tell(PageNotice("Mark two or more contacts with Space first.")) }
        removal.mergeChosen(ids)
    }

    private func remove() {
        let ids = bloc.state.chosen
        guard !ids.isEmpty else { return }
        let names = bloc.state.content.content?.rows.map(\.contact).filter { ids.contains($0.id) } ?? []
        removal.removalChosen(ids, names: names)
    }
}

extension ContactBrowserState {
    /// The number of the first row of the window in the list that is shown; 0 when it is not known.
    var rowOffset: Int {
        guard let window = content.content, let total, let offset = window.offset,
            offset + window.rows.count <= total
        else { return 0 }
        return offset
    }
}

extension ContactSort {
    /// The order in words.
    fileprivate var title: String {
        switch self {
        case .last: "last name"
        case .first: "first name"
        case .birthday: "birthday"
        }
    }
}
