import Bloc
import BlocKit
import Primitives
import Repository
import Services
import TerminalUI
import VCard

/// The page for one contact, which is reloaded after every change to the store.
@MainActor
final class ContactPage: ListPage {
    private let context: PageContext
    private let bloc: RepositoryLoadBloc<SourceEvent, Contact>
    private var selection = 0
    private var isCode = false

    init(_ id: String, _ context: PageContext) {
        self.context = context
        let service = context.app.contact
        bloc = context.loading("contact-page") { try await service.contact(matching: id, for: .showing) }
    }

    let title = ""

    var view: any TerminalView {
        ContactPageView(
            state: bloc.state,
            selection: selection,
            today: context.app.calendar.today,
            code: isCode ? contact.map(ContactCode.texts) : nil
        )
    }

    var failure: RepositoryError? { bloc.state.failure }

    func retry() { bloc.add(.requested) }

    private var contact: Contact? { bloc.state.content }
    private var lines: [DetailLine] {
        contact.map { DetailLine.lines(of: $0, today: context.app.calendar.today) } ?? []
    }
    private var line: DetailLine? { lines[at: selection] }

    var selectedRow: Int? { selection }

    func select(row: Int) { selection = row }

    func move(_ count: Int) { selection = max(0, min(selection + count, lines.count - 1)) }

    var actions: [PageAction] {
        func hint(_ text: String) -> String? { contact == nil ? nil : text }
        let line = line
        let leaving = isCode ? [action(.back, "Close the code", hint: "Close") { $0.isCode = false }] : []
        return leaving + [
            action("contact.code", "Show a QR code to scan", "c") { page in
                page.withContact { _ in page.isCode.toggle() }
            },
            action(.open, "Open the address, number, page or place", hint: line?.link == nil ? nil : "Open") {
                $0.open()
            },
            action("contact.edit", "Edit the contact", "e", hint: hint("Edit")) { page in
                page.withContact { page.context.session?.open(.editContact($0.id.rawValue)) }
            },
            action("contact.copy", "Copy the value", "y", hint: line == nil ? nil : "Copy") {
                if let line = $0.line { $0.context.session?.copy(line.value) }
            },
            action("contact.favorite", "Toggle favorite", "f", hint: hint("Favorite")) { page in
                page.withContact { page.context.toggleFavorite([$0.id]) }
            },
        ] + moving("value") + [
            action("contact.first", "First value", "g", .home) { $0.selection = 0 },
            action("contact.last", "Last value", "G", .end) { $0.move(10_000) },
            action("contact.new", "Create a new contact", "n") { $0.context.session?.writeContact() },
            action("contact.refresh", "Refresh", "r") { $0.bloc.add(.requested) },
            action("contact.remove", "Remove the contact", "d", .delete) { page in
                page.withContact { page.remove($0) }
            },
        ] + groupActions(context) { page in page.contact.map { [$0.id] } ?? [] }
    }

    private func withContact(_ body: (Contact) -> Void) {
        if let contact { body(contact) } else { context.tell("There is no contact here.") }
    }

    private func remove(_ contact: Contact) {
        context.askToRemove([contact.id], names: [contact]) { [weak context] in context?.session?.goBack() }
    }

    func open() {
        guard let line else { return }
        guard let link = line.link else { return context.tell("Press y to copy.") }
        context.session?.openLink(link)
    }
}

struct ContactPageView: TerminalView {
    let state: ContentLoadState<Contact, RepositoryError>
    let selection: Int
    var today: String?
    /// The candidate texts for the QR code, which is shown instead of the values.
    var code: [String]?

    func draw(in canvas: Canvas) {
        if let code { return canvas.draw(QRView(code)) }
        let content = StatefulView(
            "contact",
            state: state,
            empty: EmptyMessage("There is no such contact.", hints: [KeyHint(.escape, text: "goes back")]),
            problem: ProblemMessage.init(store:)
        ) { contact in
            ContactDetailsView(contact: contact, selection: selection, today: today)
        }
        canvas.draw(content, in: canvas.bounds.inset(columns: Spacing.page))
    }
}

enum ContactCode {
    /// Returns small vCards, the largest first: with the name, the organization and all addresses and numbers; with the
    /// first of each; and with only one of them, which fits a window of 80 columns and 24 rows.
    static func texts(of contact: Contact) -> [String] {
        var small = Contact(id: contact.id, name: contact.name, origin: .local)
        small.organization = contact.organization
        small.emails = contact.emails
        small.phones = contact.phones
        var texts = [text(of: small)]
        small.organization = nil
        small.emails = contact.emails.prefix(1).map { ContactValue($0.value) }
        small.phones = contact.phones.prefix(1).map { ContactValue($0.value) }
        texts.append(text(of: small))
        if !small.phones.isEmpty { small.emails = [] }
        texts.append(text(of: small))
        return texts
    }

    private static func text(of contact: Contact) -> String {
        var card = CardFromContact.card(contact)
        card.lines.removeAll { !["FN", "N", "ORG", "TEL", "EMAIL"].contains($0.name.uppercased()) }
        var bytes: [UInt8] = []
        VCardWriter(version: .v3).append(card, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

struct DetailLine: Equatable, Sendable {
    let label: String
    /// The displayed value with its types.
    let text: String
    /// The value without its types, for the clipboard.
    let value: String
    let link: String?

    static func lines(of contact: Contact, today: String? = nil) -> [DetailLine] {
        // The values without their types, in the order of the details.
        var values: [String: [String]] = [
            "E-mail": contact.emails.map(\.value),
            "Phone": contact.phones.filter { !$0.isMobile }.map(\.value),
            "Cell": contact.phones.filter(\.isMobile).map(\.value),
            "Web": contact.urls, "Birthday": contact.birthday.map { [$0] } ?? [],
        ]
        let place = contact.addresses.first.flatMap { ContactLink.map($0.address) }
        let book = contact.book.map { [DetailLine(label: "Book", text: $0, value: $0, link: nil)] } ?? []
        // With all books open, an identifier is prefixed with its book, which has its own line.
        let ownID = contact.book.map { String(contact.id.rawValue.trimmingPrefix($0 + ":")) }
        return book
            + ContactDetails.lines(of: contact, today: today).flatMap { label, text -> [DetailLine] in
                // It is shown above the lines.
                guard label != "Name" else { return [] }
                let text = label == "ID" ? ownID ?? text : text
                let plain = values[label]?.first ?? text
                if values[label]?.isEmpty == false { values[label]?.removeFirst() }
                guard !text.isEmpty else { return [] }
                let link = ContactLink.link(label, plain) ?? (label == "Address" ? place : nil)
                let parts = text.split(omittingEmptySubsequences: label != "Note", whereSeparator: \.isNewline)
                    .flatMap(shortened)
                return parts.enumerated().map { index, part in
                    DetailLine(label: index == 0 ? label : "", text: String(part), value: plain, link: link)
                }
            }
    }

    /// Splits a long paragraph, so that the user can scroll through all of it on a small screen.
    private static func shortened(_ text: Substring) -> [Substring] {
        var (parts, rest) = ([Substring](), text)
        while rest.count > longest {
            let part = rest.prefix(longest)
            let end = part.lastIndex(of: " ").map(part.index(after:)) ?? part.endIndex
            parts.append(rest[..<end])
            rest = rest[end...]
        }
        return parts + [rest]
    }

    /// The maximum number of characters in a line, about seven rows of a small screen.
    private static let longest = 300
}

/// Links that open a contact's values in another program; each begins with its scheme.
enum ContactLink {
    /// Returns the link for a value with this label; `nil` if nothing opens it.
    static func link(_ label: String, _ value: String) -> String? {
        guard isPlain(value) else { return nil }
        switch label {
        case "E-mail": return "mailto:" + PathText.encoded(value)
        case "Phone", "Cell":
            let number = value.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
            return number.isEmpty ? nil : "tel:" + number
        case "Web", "URL":
            // Only web pages: a card may come from anyone.
            let scheme = value.lowercased()
            return scheme.hasPrefix("https://") || scheme.hasPrefix("http://") ? value : nil
        default: return nil
        }
    }

    /// Returns whether a value may be passed to a program: it can't be an option or have control characters.
    private static func isPlain(_ value: String) -> Bool {
        !value.hasPrefix("-") && !value.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    static func map(_ address: PostalAddress) -> String? {
        let parts = [address.street, address.postcode, address.city, address.state, address.country]
        let text = parts.compactMap(\.self).map { $0.split(whereSeparator: \.isNewline).joined(separator: ", ") }
            .filter { !$0.isEmpty }.joined(separator: ", ")
        return text.isEmpty || !isPlain(text)
            ? nil : "https://www.openstreetmap.org/search?query=" + PathText.encoded(text)
    }
}

struct ContactDetailsView: TerminalView {
    let lines: [DetailLine]
    let name: String
    let isFavorite: Bool
    /// The selected line; `nil` if lines can't be selected.
    let selection: Int?

    init(contact: Contact, selection: Int? = nil, today: String? = nil) {
        lines = DetailLine.lines(of: contact, today: today)
        let whole = contact.displayName(withTitle: true)
        name = whole.isEmpty ? ContactNames.name(of: contact) : whole
        isFavorite = contact.isFavorite
        self.selection = selection
    }

    private static let labelColumns = 14

    func draw(in canvas: Canvas) {
        let favorite = isFavorite ? canvas.glyphs.favorite + " " : ""
        let start = canvas.text(favorite, at: .zero, style: .favorite)
        let columns = canvas.size.columns
        let heading = TextView(name, style: .title)
        let isTall = canvas.size.rows > 6
        let nameRows = isTall ? min(heading.height(forWidth: columns - start) ?? 1, canvas.size.rows / 3) : 1
        if nameRows > 1 {
            canvas.draw(heading, in: Rect(x: start, y: 0, columns: columns - start, rows: nameRows))
        } else {
            canvas.text(name, at: Point(x: start, y: 0), style: .title)
        }
        let top = nameRows + (isTall ? 1 : 0)
        let longest = lines.map { $0.label.count + 1 }.max() ?? 0
        let labelColumns = min(Self.labelColumns, max(columns / 3, min(longest, columns / 2)))
        let views = lines.enumerated().map { index, line in
            DetailLineView(line: line, labelColumns: labelColumns, index: index, selection: selection)
        }
        canvas.draw(
            StackView(views, selected: selection),
            in: Rect(x: 0, y: top, columns: columns, rows: canvas.size.rows - top)
        )
    }
}

private struct DetailLineView: TerminalView {
    let line: DetailLine
    let labelColumns: Int
    let index: Int
    let selection: Int?

    private var text: TextView { TextView(line.text, style: line.link == nil ? .plain : .link) }

    /// The last column is reserved for the scroll markers.
    private func textColumns(_ width: Int) -> Int { max(1, width - labelColumns - 1) }

    func height(forWidth width: Int) -> Int? { text.height(forWidth: textColumns(width)) }

    func draw(in canvas: Canvas) {
        let size = canvas.size
        if index == selection { canvas.fill(style: .selection) }
        canvas.text(line.label, at: .zero, style: .label, width: labelColumns - 1)
        canvas.draw(text, in: Rect(x: labelColumns, y: 0, columns: textColumns(size.columns), rows: size.rows))
        if selection != nil { canvas.target(ListView.targetName, index: index) }
    }
}

/// Opens URLs in the desktop's program for them, else in the browser named by `BROWSER`.
///
/// Programs are started without a shell, and receive the URL as a single argument.
struct LinkOpener: Sendable {
    enum Outcome: Hashable, Sendable {
        case opened
        case none
        case refused
    }

    #if os(macOS)
    private static let desktop = "open"
    #else
    private static let desktop = "xdg-open"
    #endif

    private static let schemes = ["https://", "http://", "mailto:", "tel:"]

    /// The time for a program to reject a URL; one that is still running afterwards has accepted it.
    private static let delay = Duration.seconds(2)

    private let environment: [String: String]

    init(environment: [String: String]) { self.environment = environment }

    func open(_ link: String) async -> Outcome {
        guard Self.isHarmless(link) else { return .refused }
        for command in commands(for: link) where await Self.run(command) { return .opened }
        return .none
    }

    /// Returns whether a URL begins with a known scheme (so it can't be an option) and has no hidden characters.
    static func isHarmless(_ link: String) -> Bool {
        let start = link.lowercased()
        return schemes.contains { start.hasPrefix($0) && start != $0 } && link.utf8.count <= 4_096
            && !link.unicodeScalars.map(\.properties).contains {
                $0.isWhitespace || [.control, .format].contains($0.generalCategory)
            }
    }

    /// Returns the programs that may open a URL, with their arguments, in the order to try them.
    func commands(for link: String) -> [[String]] {
        var commands: [[String]] = []
        if let desktop = ChildProcess.path(of: Self.desktop, in: environment) { commands.append([desktop, link]) }
        guard link.lowercased().hasPrefix("http") else { return commands }
        for item in (environment["BROWSER"] ?? "").split(separator: ":") {
            var words = item.split(separator: " ").map(String.init)
            guard let name = words.first, let program = ChildProcess.path(of: name, in: environment) else { continue }
            words[0] = program
            // Like in other programs, `%s` is replaced with the URL, which is otherwise appended.
            let hasPlace = words.contains { $0.contains("%s") }
            commands.append(words.map { $0.replacing("%s", with: link) } + (hasPlace ? [] : [link]))
        }
        return commands
    }

    private static func run(_ command: [String]) async -> Bool {
        guard let process = ChildProcess(silently: command) else { return false }
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        Task { end.yield(await blocking { process.wait() } == 0) }
        let limit = Task {
            try await Task.sleep(for: delay)
            end.yield(true)
        }
        defer { limit.cancel() }
        for await hasTaken in ends { return hasTaken }
        return false
    }
}
