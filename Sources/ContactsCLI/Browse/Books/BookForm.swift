import Primitives
import Services
import TerminalUI

/// What has to be known to begin a book, or to connect one: a few fields, and what went wrong with them.
struct BookForm: Equatable, Sendable {
    enum Kind: Hashable, Sendable {
        case own, file, folder, server
        /// The password for the book with this name, to synchronize it.
        case password(String)
        /// This book without a source is to be synchronized with a CardDAV server.
        case connection(String)

        /// The title, what comes of the form, and its fields.
        fileprivate var details: (title: String, explanation: String, fields: [Name]) {
            let account =
                "A CardDAV account, such as your mail provider’s. Changes go both ways. An address of mail or of the web "
                + "will do; the address books behind it are found."
            return switch self {
            case .own:
                ("Begin an empty address book", "A book of your own.", [.name])
            case .file:
                (
                    "Import contacts from a file",
                    "A vCard, CSV or JSON file goes into a book of your own. Tab completes the path.",
                    [.name, .file]
                )
            case .folder:
                (
                    "Synchronize with a folder of vCards",
                    "A folder with a file for each contact. Changes go both ways. Tab completes the path.",
                    [.name, .folder]
                )
            case .server: ("Connect to an address book at a server", account, [.name, .address, .user, .password])
            case .connection(let book):
                ("Connect the book “\(book)” to a server", account, [.address, .user, .password])
            case .password(let book):
                ("Synchronize the book “\(book)”", "The password is used once and not stored.", [.password])
            }
        }
    }

    enum Name: Hashable, Sendable {
        case name, file, folder, address, user, password

        /// The label, an example, and the message where the form can't do without the field.
        fileprivate var details: (label: String, placeholder: String, missing: String?) {
            switch self {
            case .name: ("Name", "such as family", "Type a name for the book first, such as family.")
            case .file:
                ("File", "such as ~/contacts.vcf", "Type the path of the file first, such as ~/contacts.vcf.")
            case .folder: ("Folder", "such as ~/contacts", "Type the path of the folder first.")
            case .address:
                (
                    "Address", "ada@example.org, or https://dav.example.org/",
                    "Type the address first: that of your mail, or that of the server."
                )
            case .user: ("User", "ada, or nothing for an address of mail", nil)
            case .password:
                ("Password", "nothing where the keyring has it", "Type the password of the server first.")
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

    /// The name of a book that is begun, unless another one is given.
    static let usualName = "home"

    let kind: Kind
    /// Whether the name may be left out, as of the first book of one's own.
    private let hasUsualName: Bool
    private(set) var fields: [Field]
    private(set) var focus = 0
    var problem: String?
    var choices: [Choice] = []
    private(set) var choice = 0
    /// What the form is busy with; `nil` while it is idle.
    var activity: String?

    /// Creates an empty form, which may be about the first book of one's own.
    ///
    /// It need not ask for the name of a book that gets the usual one.
    init(_ kind: Kind, asksName: Bool = true, isFirst: Bool = true) {
        self.kind = kind
        hasUsualName = kind == .own && isFirst
        fields = kind.details.fields.filter { $0 != .name || asksName || kind == .own }.map { Field(name: $0) }
    }

    /// The text of a field, without blanks around it; empty for a field that the form does not have.
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

    /// Takes a key or a paste; Tab completes a path, and goes on to the next field elsewhere.
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

    /// What is missing before the form can be submitted; its field gets the keys then.
    mutating func checkAll() -> String? {
        for (index, field) in fields.enumerated() where self[field.name].isEmpty {
            guard let message = field.name.details.missing, field.name != .name || !hasUsualName else { continue }
            // The keyring may have that of a new book.
            if field.name == .password, fields.count > 1 { continue }
            focus = index
            return message
        }
        return nil
    }

    /// Goes on to the next field, or checks the form at its end.
    ///
    /// - Returns: Whether what the form asks for can be done now.
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

    /// The keys that a form takes as it is typed into, which are only named.
    @MainActor
    static func typedKeys(_ owner: some ActionOwner) -> [PageAction] {
        [
            owner.action("form.next", "Next field, or complete the path", .tab, .down),
            owner.action("form.previous", "Previous field", .backTab, .up),
        ]
    }

    /// Shows why what was asked for could not be done, and what to choose from where there are several address books.
    ///
    /// A rejected password is typed anew, not behind the dots of the old one.
    mutating func fail(_ failure: Failure) {
        problem = failure.message
        if failure.message.contains(SourcePassword.variable), self[.password].isEmpty {
            problem = "A password is needed to ask the server. Type it here, or leave the form."
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

    // MARK: The picture

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
            // On a small screen the fields come first.
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

    /// The explanation, the fields, the problem and the choices, with a blank row between them.
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

    /// The text of a field; of a password only how long it is.
    private static func shown(_ field: Field) -> TextInput {
        field.name == .password ? TextInput(String(repeating: "*", count: field.input.text.count)) : field.input
    }
}

/// Completes a path as a shell does.
struct PathCompletion: Sendable {
    let home: String?

    /// The text with as much more of the path as all files with this beginning have in common.
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

/// The form of a book over a page: it stays open with what was typed until what it asks for is done.
@MainActor
final class BookFormDialog: PageDialog {
    private let context: PageContext
    private let done: @MainActor (String) -> Void
    private var form: BookForm

    /// Creates the dialog; the closure receives the name of the book, once everything is done.
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
            action(.open, isLast ? "Do it" : "Next field", hint: isLast ? "Do it" : "Next") { $0.goOn() }, leave,
        ] + BookForm.typedKeys(self)
    }

    private func goOn() {
        guard form.submit() else { return }
        let (work, sent) = (context.sources.bookWork, form)
        form.activity = "Working"
        context.run {
            await Swift.Result(awaiting: {
                try await work.perform(sent) { text in Task { @MainActor [weak self] in self?.show(text) } }
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

/// What pages do with books besides showing them.
struct BookPageWork: Sendable {
    /// Called with how far the work is, on any thread.
    typealias Progress = @Sendable (String) -> Void

    /// Does what a form asks for, and returns the name of the book.
    var perform: @MainActor @Sendable (BookForm, @escaping Progress) async throws -> String = { _, _ in "" }
    /// Whether the password of the book's server has to be asked for.
    var needsPassword: @Sendable (BookRow) async -> Bool = { _ in false }
    /// Synchronizes a book, and returns what was done.
    var synchronize: @MainActor @Sendable (String, @escaping Progress) async throws -> String = { _, _ in "" }
    var makeDefault: @Sendable (String) throws -> Void = { _ in }
    /// What the work had to say since the last call, such as what could not be read of a file.
    var takeMessages: @Sendable () -> String? = { nil }
}
