import Primitives
import Services
import TerminalUI

/// A form for creating or connecting a book: a few fields, and the problem with them.
struct BookForm: Equatable, Sendable {
    enum Kind: Hashable, Sendable {
        case own, file, folder, server
        /// Asks for the password of the book with this name, to synchronize it.
        case password(String)
        /// Connects this book, which has no source, to a CardDAV server.
        case connection(String)

        /// The title, the purpose of the form, and its fields.
        fileprivate var details: (title: String, explanation: String, fields: [Name]) {
            let account =
                "A CardDAV account, such as your mail provider’s. Changes go both ways. Give an e-mail or web "
                + "address; its address books are found."
            return switch self {
            case .own:
                ("Create an empty address book", "A book of your own.", [.name])
            case .file:
                (
                    "Import contacts from a file",
                    "A vCard, CSV or JSON file goes into a book of your own. Tab completes the path.",
                    [.name, .file]
                )
            case .folder:
                (
                    "Synchronize with a folder of vCards",
                    "A folder with one file per contact. Changes go both ways. Tab completes the path.",
                    [.name, .folder]
                )
            case .server: ("Connect to an address book on a server", account, [.name, .address, .user, .password])
            case .connection(let book):
                ("Connect the book “\(book)” to a server", account, [.address, .user, .password])
            case .password(let book):
                ("Synchronize the book “\(book)”", "The password is used once and not stored.", [.password])
            }
        }
    }

    enum Name: Hashable, Sendable {
        case name, file, folder, address, user, password

        /// The label, an example, and the message if the form requires the field.
        fileprivate var details: (label: String, placeholder: String, missing: String?) {
            switch self {
            case .name: ("Name", "such as family", "Type a name for the book first, such as family.")
            case .file:
                ("File", "such as ~/contacts.vcf", "Type the path of the file first, such as ~/contacts.vcf.")
            case .folder: ("Folder", "such as ~/contacts", "Type the path of the folder first.")
            case .address:
                (
                    "Address", "ada@example.org, or https://dav.example.org/",
                    "Type an address first: your e-mail address, or the server’s."
                )
            case .user: ("User", "ada; leave empty with an e-mail address", nil)
            case .password:
                ("Password", "leave empty if it is in the keyring", "Type the password of the server first.")
            }
        }
    }

    struct Field: Equatable, Sendable {
        let name: Name
        var input = TextInput()
    }

    struct Choice: Equatable, Sendable {
        let address: String
        let title: String
    }

    static let usualName = "home"

    let kind: Kind
    /// Whether the name may be left out, as for the user's first book.
    private let hasUsualName: Bool
    private(set) var fields: [Field]
    private(set) var focus = 0
    var problem: String?
    var choices: [Choice] = []
    private(set) var choice = 0
    /// The activity in progress; `nil` while the form is idle.
    var activity: String?

    /// Creates an empty form, possibly for the user's first book.
    ///
    /// It can omit the name field if the book gets the default name.
    init(_ kind: Kind, asksName: Bool = true, isFirst: Bool = true) {
        self.kind = kind
        hasUsualName = kind == .own && isFirst
        fields = kind.details.fields.filter { $0 != .name || asksName || kind == .own }.map { Field(name: $0) }
    }

    /// The trimmed text of a field, except that a password isn't trimmed; empty for a field that the form doesn't have.
    private(set) subscript(name: Name) -> String {
        get {
            let text = index(of: name).map { fields[$0].input.text } ?? ""
            return name == .password ? text : text.trimmed()
        }
        set { if let index = index(of: name) { fields[index].input = TextInput(newValue) } }
    }

    private func index(of name: Name) -> Int? { fields.firstIndex { $0.name == name } }

    var isAtEnd: Bool { focus == fields.count - 1 }

    mutating func move(by count: Int) {
        if choices.isEmpty {
            focus = max(0, min(focus + count, fields.count - 1))
        } else {
            choice = max(0, min(choice + count, choices.count - 1))
        }
    }

    mutating func moveTo(_ index: Int) { move(by: index - focus) }

    /// Handles a key or a paste; Tab completes a path, and moves to the next field elsewhere.
    mutating func type(_ event: InputEvent, complete: (String, Bool) -> String) -> Bool {
        guard choices.isEmpty else {
            guard case .key(let key) = event, key == .down || key == .up else { return false }
            move(by: key == .down ? 1 : -1)
            return true
        }
        switch event {
        case .key(.enter), .key(.escape): return false
        case .key(.tab):
            let (name, text) = (fields[focus].name, fields[focus].input.text)
            let completed = name == .file || name == .folder ? complete(text, name == .folder) : text
            if completed == text { move(by: 1) } else { fields[focus].input = TextInput(completed) }
        case .key(.down): move(by: 1)
        case .key(.backTab), .key(.up): move(by: -1)
        default:
            problem = nil
            return fields[focus].input.apply(event)
        }
        return true
    }

    /// Returns the message for the first missing field, and moves the focus to it.
    mutating func checkAll() -> String? {
        for (index, field) in fields.enumerated() where self[field.name].isEmpty {
            guard let message = field.name.details.missing, field.name != .name || !hasUsualName else { continue }
            // For a new book, the keyring may have the password.
            if field.name == .password, fields.count > 1 { continue }
            focus = index
            return message
        }
        return nil
    }

    /// Moves to the next field, or checks the form after the last one.
    ///
    /// - Returns: Whether the form can now be carried out.
    mutating func submit() -> Bool {
        if !choices.isEmpty {
            takeChoice()
        } else if !isAtEnd {
            move(by: 1)
            return false
        }
        guard let missing = checkAll() else { return true }
        problem = missing
        return false
    }

    /// The keys that a form handles as typed input, listed here only for the help.
    @MainActor
    static func typedKeys(_ owner: some ActionOwner) -> [PageAction] {
        [
            owner.action("form.next", "Next field, or complete the path", .tab, .down),
            owner.action("form.previous", "Previous field", .backTab, .up),
        ]
    }

    /// Shows why the request failed, and the address books to choose from if there are several.
    ///
    /// A rejected password is cleared, so that the new one isn't appended to it.
    mutating func fail(_ failure: Failure) {
        problem = failure.message
        if failure.message.contains(SourcePassword.variable), self[.password].isEmpty {
            problem = "The server needs a password. Type it here, or leave the form."
            focus = index(of: .password) ?? focus
        }
        if failure.status == .noPermission, let index = index(of: .password) {
            self[.password] = ""
            focus = index
        }
        choices = failure.details.compactMap { line in
            guard let end = line.firstRange(of: "  "), line.contains("://") else { return nil }
            return Choice(address: String(line[..<end.lowerBound]), title: String(line[end.upperBound...]))
        }
        choice = 0
        if !choices.isEmpty {
            problem = "The account has \(choices.count) address books. Choose one."
        } else if !failure.details.isEmpty {
            problem? += " " + failure.details.joined(separator: " ")
        }
    }

    mutating func takeChoice() {
        guard let chosen = choices[at: choice] else { return }
        let address = self[.address]
        if address.contains("@"), !address.contains("://"), self[.user].isEmpty { self[.user] = address }
        self[.address] = chosen.address
        choices = []
        problem = nil
    }

    // MARK: Drawing

    var title: String { kind.details.title }

    var dialog: Dialog { Dialog(title, content: self, size: Size(columns: 70, rows: 22)) }

    private var explanation: String {
        kind.details.explanation + (hasUsualName ? " The first one becomes the default." : "")
    }
}

extension BookForm: TerminalView {
    func height(forWidth width: Int) -> Int? {
        parts.reduce(activity == nil ? 0 : 2) { $0 + ($1.height(forWidth: width) ?? 1) }
    }

    func draw(in canvas: Canvas) {
        let (columns, height) = (canvas.size.columns, canvas.size.rows)
        var shown = parts[...]
        let needed = shown.reduce(0) { $0 + ($1.height(forWidth: columns) ?? 1) }
        if needed > height {
            // On a small screen the fields take precedence.
            shown = shown.dropFirst(2)
            let rows = shown.first?.height(forWidth: columns) ?? 1
            shown = shown.dropFirst(max(0, focus + 1 - max(1, height / rows)))
        }
        var y = 0
        for part in shown {
            let rows = min(part.height(forWidth: columns) ?? 1, max(0, height - y))
            canvas.draw(part, in: Rect(x: 0, y: y, columns: columns, rows: rows))
            y += rows
        }
        guard let activity else { return }
        let place = Rect(x: 0, y: min(needed + 1, height - 1), columns: columns, rows: 1)
        canvas.draw(SpinnerView("book form", text: activity), in: place)
    }

    /// The explanation, the fields, the problem and the choices, separated by blank rows.
    private var parts: [any TerminalView] {
        let blank = DrawnView(rows: 1) { _ in }
        var parts: [any TerminalView] = [TextView(explanation, style: .dim), blank]
        parts += fields.enumerated().map { index, field in
            FieldView(
                field.name.details.label,
                input: Self.shown(field),
                index: index,
                isActive: index == focus && choices.isEmpty,
                placeholder: field.name == .name && hasUsualName ? Self.usualName : field.name.details.placeholder
            )
        }
        if let problem { parts += [blank, TextView(problem, style: .danger)] }
        if !choices.isEmpty { parts += [blank, DrawnView(rows: choices.count) { $0.draw(choiceList) }] }
        return parts
    }

    private var choiceList: ListView {
        ListView(
            count: choices.count,
            position: TerminalUI.ListPosition(selected: choice),
            columns: [ListColumn("", .content(maximum: 30)), ListColumn("", .flexible(minimum: 10), from: 40)]
        ) { index in ListRow([StyledText(choices[index].title), StyledText(choices[index].address, style: .dim)]) }
    }

    /// Returns the text of a field; for a password, one asterisk per character.
    private static func shown(_ field: Field) -> TextInput {
        field.name == .password ? TextInput(String(repeating: "*", count: field.input.text.count)) : field.input
    }
}

/// Completes paths like a shell.
struct PathCompletion: Sendable {
    let home: String?

    /// Returns the text, extended by whatever all files that begin with it have in common.
    func complete(_ text: String, onlyFolders: Bool) -> String {
        let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
        let (folder, beginning) = (String(text[..<cut]), String(text[cut...]))
        let place = folder.hasPrefix("~/") ? (home ?? "~") + folder.dropFirst() : folder.isEmpty ? "." : folder
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).filter { name in
            name.hasPrefix(beginning) && (!name.hasPrefix(".") || beginning.hasPrefix("."))
                && (!onlyFolders || FileKind(path: place + "/" + name) == .folder)
        }
        guard let first = names.first else { return text }
        let common = names.dropFirst().reduce(first) { common, name in
            String(zip(common, name).prefix { $0 == $1 }.map(\.0))
        }
        let isFolder = names.count == 1 && FileKind(path: place + "/" + common) == .folder
        return folder + common + (isFolder ? "/" : "")
    }
}

/// A dialog with the form for a book; it stays open with the typed text until the request succeeds.
@MainActor
final class BookFormDialog: PageDialog {
    private let context: PageContext
    private let done: @MainActor (String) -> Void
    private var form: BookForm

    /// Creates the dialog; the closure receives the name of the book once everything is done.
    init(_ context: PageContext, _ form: BookForm, done: @escaping @MainActor (String) -> Void) {
        self.context = context
        self.form = form
        self.done = done
    }

    var view: any TerminalView { form.dialog }

    func type(_ event: InputEvent) -> Bool {
        guard form.activity == nil else { return event != .key(.escape) }
        return form.type(event, complete: context.sources.complete)
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        if mouse == .click, form.activity == nil, let target, target.name == FieldView.targetName {
            form.moveTo(target.index)
        }
    }

    var actions: [PageAction] {
        let leave = action(.back, "Leave the form", hint: "Leave") { $0.context.close($0) }
        guard form.activity == nil else { return [leave] }
        let isLast = form.isAtEnd || !form.choices.isEmpty
        return [
            action(.open, isLast ? "Finish" : "Next field", hint: isLast ? "Finish" : "Next") { $0.goOn() }, leave,
        ] + BookForm.typedKeys(self)
    }

    private func goOn() {
        guard form.submit() else { return }
        let (perform, sent) = (context.sources.perform, form)
        form.activity = "Working"
        context.run {
            await Swift.Result(awaiting: {
                try await perform(sent) { text in Task { @MainActor [weak self] in self?.show(text) } }
            }).mapError { Failure($0) }
        } then: { [weak self] result in
            guard let self, context.dialog === self, let result else { return }
            form.activity = nil
            switch result {
            case .success(let book):
                context.close(self)
                done(book)
            case .failure(let failure): form.fail(failure)
            }
            context.needsDrawing()
        }
    }

    private func show(_ activity: String) {
        guard form.activity != nil else { return }
        form.activity = activity
        context.needsDrawing()
    }
}
