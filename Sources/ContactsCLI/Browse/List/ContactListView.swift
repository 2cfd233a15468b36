import Bloc
import Repository
import TerminalUI

/// The list of contacts: what is searched for, the rows, and the selected contact beside them where there is room.
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
        // While one types, a letter is no key.
        let isTyping = input != nil
        guard state.request.query.isEmpty, state.request.group == nil else {
            return EmptyMessage("No contacts match.", hints: isTyping ? [] : [KeyHint("/", text: "changes the search")])
        }
        let importing = KeyHint(keys: [], text: "Import: contacts import FILE")
        return EmptyMessage(
            "No contacts.",
            hints: isTyping ? [importing] : [KeyHint("n", text: "begins one"), importing]
        )
    }

    /// The words that are looked for in names.
    private var words: [String] {
        state.request.query.split(separator: " ").map(String.init)
            .filter { !$0.contains(":") && !$0.hasPrefix("-") && !["AND", "OR", "NOT"].contains($0) }
    }

    /// Draws the rows around the selected one, and the details of that one where there is room.
    private func draw(_ window: ContactWindow, in canvas: Canvas) {
        guard let selected = window.selected else { return }
        let rows = rows(of: window, height: canvas.size.rows, isBesideDetails: canvas.size.columns >= Spacing.wide)
        let details = ContactDetailsView(contact: selected.contact)
        canvas.draw(SplitView(left: rows, right: details, leftColumns: rows.neededColumns + 3))
    }

    private func rows(of window: ContactWindow, height: Int, isBesideDetails: Bool) -> ListView {
        // The position of the window in the whole list, if known, is shown by the scroll bar.
        let before = window.start(in: state.total)
        let offset = before ?? 0
        let count = before == nil ? window.rows.count : state.total ?? 0
        // The selected row is in the middle, except near an end.
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

/// The ranges of the words of a search in a name.
enum NameMatches {
    /// The beginnings of words in the name that the words of the search fit, in their order.
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
