import Bloc
import BlocKit
import Repository
import TerminalUI

/// The page with the contact list; scripts also use it to let the user choose a contact.
@MainActor
final class ContactListPage: ListPage {
    private let context: PageContext
    private let bloc: ContactBrowserBloc
    private let isChooser: Bool
    /// The search field; `nil` while the list has the focus.
    private var input: TextInput?
    /// Whether the next character is the letter to jump to.
    private var isJumping = false

    init(_ route: ListRoute, _ context: PageContext) {
        self.context = context
        isChooser = context.session?.isChooser ?? false
        let list = context.app.contactList
        bloc = context.bloc(ContactBrowserBloc.key) { ContactBrowserBloc(route.inItsBook, list: list) }
        context.bind(bloc)
        bloc.add(.located(context.place.map(ListPlace.contact) ?? .start))
        if isChooser { input = TextInput(route.query) }
    }

    var title: String { isChooser ? "Choose a contact" : "Contacts" }
    var place: Contact? { bloc.state.selected }
    var status: String {
        let count = bloc.state.marks.count
        return count == 0 || isTyping || context.dialog != nil ? "" : "\(count) marked:"
    }
    var isTyping: Bool { input != nil || isJumping }
    var takesText: Bool { isTyping && !isJumping }
    func takesAsText(_ key: Key) -> Bool { isJumping || takesText && TextInput.takes(key) }
    var isCurrent: Bool { bloc.state.isCurrent }
    var failure: RepositoryError? { bloc.state.content.failure }
    var view: any TerminalView { ContactListView(state: bloc.state, input: input, isJumping: isJumping) }

    func retry() { bloc.add(.located(.start)) }

    func select(_ contact: Contact) { bloc.add(.located(.contact(contact))) }

    // MARK: Typing

    func type(_ event: InputEvent) -> Bool {
        if isJumping { return jump(event) }
        guard var typed = input else { return false }
        switch event {
        case .key(.enter), .key(.control("c")): return false
        case .key(.escape) where isChooser: return false
        case .key(.escape), .key(.tab): leaveSearch()
        case .key(.down), .key(.control("n")): move(1)
        case .key(.up), .key(.control("p")): move(-1)
        case .key(.pageDown): move(20)
        case .key(.pageUp): move(-20)
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

    /// Records the list's filters in the page's path, so that reopening it shows the same list.
    private func keepRoute() {
        context.session?.renamed(.contacts(bloc.state.request))
    }

    // MARK: Moving

    var selectedRow: Int? { bloc.state.content.content.map { $0.selection + bloc.state.rowOffset } }

    func select(row: Int) { send(.selected(row - bloc.state.rowOffset)) }

    func move(_ count: Int) { send(.moved(count)) }

    func open() {
        guard let contact = bloc.state.selected else { return }
        if input != nil { leaveSearch() }
        context.session?.choose(contact.id)
    }

    // MARK: Actions

    var actions: [PageAction] {
        if isJumping {
            return [action(.back, "Stay where the list is", hint: "Cancel") { $0.isJumping = false }]
        }
        let moving =
            moving("contact", pages: "list") + [
                action("list.first", "First contact", "g", .home) { $0.bloc.add(.located(.start)) },
                action("list.last", "Last contact", "G", .end) { $0.bloc.add(.located(.end)) },
                action("list.letter", "Jump to a letter", "'") { $0.isJumping = true },
                action("list.refresh", "Refresh", "r") { $0.context.session?.refresh() },
            ]
        let all = (isChooser ? [] : removing) + searching + moving + (isChooser ? [] : changing)
        return bloc.state.selected == nil ? all.filter { Self.needingNoContact.contains($0.id) } : all
    }

    /// The actions that work without a contact.
    private static let needingNoContact: Set<String> = [
        FixedKey.search.rawValue, FixedKey.back.rawValue, "list.favorites", "list.group", "list.refresh", "list.unmark",
        "list.merge", "contact.new",
    ]

    private var searching: [PageAction] {
        [
            isChooser
                ? action(.open, "Choose the contact", hint: "Choose") { $0.open() }
                : action(.open, "Open the contact", hint: ifUnmarked("Open")) { $0.open() },
            action(.search, "Search", hint: ifUnmarked("Search")) {
                $0.input = TextInput($0.bloc.state.request.query)
            },
            action(.back, backTitle, hint: isChooser ? "Leave" : isTyping ? "Done" : ifMarked("Unmark")) {
                $0.back()
            },
            action("list.favorites", "Show only favorites, or all contacts", "*") { $0.toggleFavorites() },
            action("list.sort", "Sort: last name → first name → birthday", "s") { $0.sort(Self.next) },
            action("list.reverse", "Reverse the order", "S") {
                $0.sort {
                    ListOrder(rawValue: $0.isReversed ? String($0.rawValue.dropFirst()) : "-" + $0.rawValue) ?? $0
                }
            },
            action("list.group", "Show a single group, or all contacts", "o") { $0.chooseGroup() },
        ]
    }

    private var removing: [PageAction] {
        [
            action("list.export", "Export the contact, or the marked ones, to a file", "x", hint: ifMarked("Export")) {
                ContactExport.ask($0.context, $0.bloc.state.chosen)
            },
            action("contact.remove", "Remove the contact, or the marked ones", "d", .delete, hint: ifMarked("Remove")) {
                $0.remove()
            },
        ]
    }

    private var changing: [PageAction] {
        let marks = bloc.state.marks.count
        let favorite = "Toggle favorite for the contact, or the marked ones"
        let unmarking = action("list.unmark", "Remove all marks", "c") { $0.send(.marksCleared) }
        let merging = action("list.merge", "Merge the marked contacts into one", "M", hint: "Merge") { page in
            // The marked contacts no longer exist.
            page.context.askToMerge(page.bloc.state.chosen) { [bloc = page.bloc] in bloc.add(.marksCleared) }
        }
        return [
            action("contact.new", "Create a new contact", "n", hint: ifUnmarked("New")) {
                $0.context.session?.writeContact()
            },
            action("contact.edit", "Edit the contact", "e", hint: ifUnmarked("Edit")) { page in
                page.withSelected { page.context.session?.open(.editContact($0.id.rawValue)) }
            },
            action("contact.favorite", favorite, "f", hint: ifMarked("Favorite")) {
                $0.context.toggleFavorite($0.bloc.state.chosen)
            },
            action("contact.copy", "Copy the e-mail address or the number", "y") { page in
                page.withSelected { page.context.copyAddress(of: $0) }
            },
            action("list.mark", "Mark or unmark the contact", " ") {
                $0.send(.marked)
                $0.move(1)
            },
            action("list.markAll", "Mark all that match", "A") { $0.send(.allMarked) },
        ] + (marks > 0 ? [unmarking] : []) + (marks > 1 ? [merging] : [])
            + groupActions(context) { $0.bloc.state.chosen }
    }

    private func ifMarked(_ hint: String) -> String? { bloc.state.marks.isEmpty ? nil : hint }

    private func ifUnmarked(_ hint: String) -> String? { bloc.state.marks.isEmpty ? hint : nil }

    private var backTitle: String {
        let request = bloc.state.request
        if isChooser { return "Leave without choosing" }
        if isTyping { return "Leave the search field" }
        if !bloc.state.marks.isEmpty { return "Remove all marks" }
        if request.group != nil || !request.query.isEmpty { return "Show all contacts again" }
        return "Go back"
    }

    private func withSelected(_ body: (Contact) -> Void) {
        if let contact = bloc.state.selected { body(contact) }
    }

    private func back() {
        let request = bloc.state.request
        if isChooser || (request.query.isEmpty && request.group == nil && bloc.state.marks.isEmpty) {
            context.session?.leave()
            return
        }
        if !bloc.state.marks.isEmpty { return send(.marksCleared) }
        if request.group != nil { bloc.add(.groupChosen(nil)) }
        if !request.query.isEmpty { send(.queryChanged("")) }
        keepRoute()
    }

    private func sort(_ change: (ListOrder) -> ListOrder) {
        let order = change(bloc.state.request.sort)
        send(.sortChosen(order))
        keepRoute()
        context.tell("Sorted by \(order.sort.title)\(order.isReversed ? ", reversed" : "").")
    }

    private static func next(_ order: ListOrder) -> ListOrder {
        let all = ListOrder.allCases.filter { $0.isReversed == order.isReversed }
        let index = all.firstIndex(of: order) ?? 0
        return all[(index + 1) % all.count]
    }

    private func chooseGroup() {
        GroupChooser(context, .showing(now: bloc.state.request.group)) { [weak self] group in
            self?.bloc.add(.groupChosen(group))
            self?.keepRoute()
        }
    }

    private func toggleFavorites() {
        let term = "favorite:yes"
        let words = bloc.state.request.query.split(separator: " ").map(String.init)
        let query = words.contains(term) ? words.filter { $0 != term } : words + [term]
        send(.queryChanged(query.joined(separator: " ")))
        keepRoute()
    }

    private func remove() {
        let ids = bloc.state.chosen
        let names = bloc.state.content.content?.rows.map(\.contact).filter { ids.contains($0.id) } ?? []
        context.askToRemove(ids, names: names) { [bloc] in bloc.add(.marksCleared) }
    }
}

extension ContactBrowserState {
    /// The index of the window's first row in the displayed list; 0 if unknown.
    var rowOffset: Int { content.content?.start(in: total) ?? 0 }
}

extension ContactSort {
    fileprivate var title: String { self == .birthday ? "birthday" : rawValue + " name" }
}

/// The contact list: the search, the rows, and the selected contact beside them if there is room.
struct ContactListView: TerminalView {
    let state: ContactBrowserState
    let input: TextInput?
    var isJumping = false

    func draw(in canvas: Canvas) {
        let size = canvas.size
        drawSearch(canvas.sub(Rect(x: 0, y: 0, columns: size.columns, rows: 1)))
        var top = 1
        if let problem = state.problem, size.rows > 3 {
            canvas.text(problem, at: Point(x: Spacing.page, y: 1), style: .warning)
            top = 2
        }
        let body = canvas.sub(Rect(x: 0, y: top, columns: size.columns, rows: max(0, size.rows - top)))
        body.draw(
            StatefulView("contacts", state: state.content, empty: empty, problem: ProblemMessage.init(store:)) {
                window in
                DrawnView { draw(window, in: $0) }
            }
        )
    }

    private func drawSearch(_ canvas: Canvas) {
        var right = state.total.map(CountText.contacts) ?? ""
        if !state.marks.isEmpty { right = "\(state.marks.count) marked" + (right.isEmpty ? "" : " of \(right)") }
        let order = state.request.sort == .last ? "" : "by \(state.request.sort.rawValue)"
        let parts = [state.request.group.map { "group \($0)" } ?? "", order, right].filter { !$0.isEmpty }
        right = parts.joined(separator: " \(canvas.glyphs.bullet) ")
        let width = min(StyledText(right).columns, max(0, canvas.size.columns - 24))
        canvas.text(right, at: Point(x: canvas.size.columns - width - 1, y: 0), style: .dim, width: width)
        canvas.text("/", at: Point(x: Spacing.page, y: 0), style: .key)
        let field = Rect(x: Spacing.page + 2, y: 0, columns: canvas.size.columns - width - 6, rows: 1)
        if isJumping {
            canvas.sub(field).text("Type the first letter of the name.", at: .zero, style: .accent)
        } else {
            let shown = input ?? TextInput(state.request.query)
            canvas.draw(InputView(shown, isActive: input != nil, placeholder: "search"), in: field)
        }
    }

    private var empty: EmptyMessage {
        // While the user is typing, letters aren't key commands.
        let isTyping = input != nil
        guard state.request.query.isEmpty, state.request.group == nil else {
            return EmptyMessage("No contacts match.", hints: isTyping ? [] : [KeyHint("/", text: "changes the search")])
        }
        let importing = KeyHint(keys: [], text: "Import: contacts import FILE")
        return EmptyMessage(
            "No contacts.",
            hints: isTyping ? [importing] : [KeyHint("n", text: "creates one"), importing]
        )
    }

    private var words: [String] {
        state.request.query.split(separator: " ").map(String.init)
            .filter { !$0.contains(":") && !$0.hasPrefix("-") && !["AND", "OR", "NOT"].contains($0) }
    }

    /// Draws the rows around the selected one, and its details if there is room.
    private func draw(_ window: ContactWindow, in canvas: Canvas) {
        guard let selected = window.selected else { return }
        let rows = rows(of: window, height: canvas.size.rows, isBesideDetails: canvas.size.columns >= Spacing.wide)
        let details = ContactDetailsView(contact: selected.contact)
        canvas.draw(SplitView(left: rows, right: details, leftColumns: rows.neededColumns + 3))
    }

    private func rows(of window: ContactWindow, height: Int, isBesideDetails: Bool) -> ListView {
        // The scroll bar shows the window's position in the whole list, if known.
        let before = window.start(in: state.total)
        let offset = before ?? 0
        let count = before == nil ? window.rows.count : state.total ?? 0
        // The selected row is centered, except near an end.
        let selected = offset + window.selection
        let words = words
        let namesBook = window.selected?.contact.book != nil
        return ListView(
            count: count,
            position: TerminalUI.ListPosition(selected: selected, top: selected - height / 2),
            columns: [
                ListColumn("Name", .content(maximum: 48, minimum: 12)),
                ListColumn("E-mail", .content(maximum: 48, minimum: 12), from: 44),
                ListColumn("Phone", .content(maximum: 20, minimum: 12), from: isBesideDetails ? 44 : 62),
            ] + (namesBook ? [ListColumn("Book", .content(maximum: 12, minimum: 6), from: 20)] : []),
            isActive: input == nil
        ) { index in
            window.rows[at: index - offset].map { row($0.contact, words) }
        }
    }

    private func row(_ contact: Contact, _ words: [String]) -> ListRow {
        let name = ContactNames.name(of: contact)
        return ListRow(
            [
                StyledText(name, highlighting: NameMatches.ranges(of: words, in: name), as: .match),
                StyledText(contact.email ?? "", style: .dim),
                StyledText(contact.cell ?? contact.phone ?? "", style: .dim),
                StyledText(contact.book ?? "", style: .label),
            ],
            isMarked: state.marks.contains(contact.id),
            isFavorite: contact.isFavorite
        )
    }
}

extension ProblemMessage {
    init(store error: RepositoryError) {
        self.init(title: "This could not be read", message: error.message)
    }
}

enum NameMatches {
    /// Returns the prefixes of the name's words that match search words, in order.
    static func ranges(of words: [String], in name: String) -> [Range<String.Index>] {
        let wanted = words.map(FoldedText.key).filter { !$0.isEmpty }
        guard !wanted.isEmpty else { return [] }
        return name.split { !$0.isLetter && !$0.isNumber }.compactMap { word in
            let key = FoldedText.key(String(word))
            guard let match = wanted.filter({ key.hasPrefix($0) }).max(by: { $0.count < $1.count }) else { return nil }
            let end = word.index(word.startIndex, offsetBy: match.count, limitedBy: word.endIndex) ?? word.endIndex
            return word.startIndex..<end
        }
    }
}
