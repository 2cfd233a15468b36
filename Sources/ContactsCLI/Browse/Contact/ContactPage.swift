import Bloc
import BlocKit
import Repository
import Services
import TerminalUI
import VCard

/// One contact on a page: read by its identifier, and again after every change.
typealias ContactPageBloc = RepositoryLoadBloc<ContactPageEvent, Contact>

extension ContactPageBloc {
    static var key: BlocKey<ContactPageBloc> { BlocKey("contact-page") }

    convenience init(_ id: String, service: any ContactService) {
        self.init(
            name: Self.key.name,
            configure: { bloc in
                bloc.onBroadcast(ContactsChanged.self) { _ in .requested }
                bloc.onBroadcast(ContactSaved.self) { _ in .requested }
            },
            failure: { error, _ in RepositoryError(shown: error) },
            load: { _, _ in try await service.contact(matching: id, for: .showing) }
        )
    }
}

/// The events of the contact on a page.
enum ContactPageEvent: Equatable, Sendable {
    /// The contact is to be read.
    case requested
}

/// The page of one contact.
@MainActor
final class ContactPage: Page {
    private let context: PageContext
    private let bloc: ContactPageBloc
    private let removal: ContactRemoval
    private let groups: GroupChooser
    private var selection = 0
    /// Whether the code for cameras is shown.
    private var isCode = false

    init(_ id: String, _ context: PageContext) {
        self.context = context
        let service = context.app.contact
        bloc = context.bloc(ContactPageBloc.key) { ContactPageBloc(id, service: service) }
        removal = ContactRemoval(context, leavesPage: true)
        groups = GroupChooser(context)
        context.bind(bloc)
        bloc.add(.requested)
    }

    var title: String { contact.map(ContactNames.name) ?? "Contact" }
    let namesItself = true

    var view: any TerminalView {
        ContactPageView(
            state: bloc.state,
            selection: selection,
            today: context.app.calendar.today,
            code: isCode ? contact.map(ContactCode.texts) : nil,
            question: removal.question ?? groups.view
        )
    }

    var isTyping: Bool { groups.isOpen }
    var isModal: Bool { removal.question != nil || groups.isOpen }
    var failure: RepositoryError? { bloc.state.failure }

    func retry() { bloc.add(.requested) }

    func type(_ event: InputEvent) -> Bool { groups.type(event) }

    private var contact: Contact? { bloc.state.content }
    private var lines: [DetailLine] {
        contact.map { DetailLine.lines(of: $0, today: context.app.calendar.today) } ?? []
    }
    private var line: DetailLine? {
        // Once: the state may change between two reads.
        let lines = lines
        return lines.indices.contains(selection) ? lines[selection] : nil
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        if groups.isOpen { return groups.use(mouse, on: target) }
        guard !isModal else { return }
        switch mouse {
        case .wheelDown: move(3)
        case .wheelUp: move(-3)
        case .press(.left):
            guard let target, target.name == ContactDetailsView.targetName else { return }
            if target.index == selection { open() } else { selection = target.index }
        default: break
        }
    }

    var actions: [PageAction] {
        if removal.question != nil { return removal.actions }
        if groups.isOpen { return groups.actions }
        let leaving =
            isCode ? [PageAction(.back, "Close the code", hint: "Close") { [weak self] in self?.isCode = false }] : []
        return leaving + [
            PageAction("contact.code", "Show a QR code for cameras", keys: [.character("c")]) { [weak self] in
                self?.withContact { _ in self?.isCode.toggle() }
            },
            PageAction(.open, "Open the address, number, page or place", hint: line?.link == nil ? nil : "Open") {
                [weak self] in self?.open()
            },
            PageAction("contact.edit", "Edit the contact", hint: contact == nil ? nil : "Edit", keys: [.character("e")])
            { [weak self] in
                self?.withContact { self?.context.report(.editChosen($0.id)) }
            },
            PageAction("contact.copy", "Copy the value", hint: line == nil ? nil : "Copy", keys: [.character("y")]) {
                [weak self] in
                guard let line = self?.line else { return }
                self?.context.copy(line.value)
            },
            PageAction(
                "contact.favorite",
                "Make it a favorite, or no longer one",
                hint: contact == nil ? nil : "Favorite",
                keys: [.character("f")]
            ) {
                [weak self] in self?.withContact { self?.context.toggleFavorite([$0.id]) }
            },
            PageAction(.down, "Next value") { [weak self] in self?.move(1) },
            PageAction(.up, "Previous value") { [weak self] in self?.move(-1) },
            PageAction("contact.first", "First value", keys: [.character("g"), .home]) { [weak self] in
                self?.selection = 0
            },
            PageAction("contact.last", "Last value", keys: [.character("G"), .end]) { [weak self] in
                self?.move(10_000)
            },
            PageAction("contact.new", "Write a new contact", keys: [.character("n")]) { [weak self] in
                self?.context.report(.newContactChosen)
            },
            PageAction("contact.refresh", "Refresh", keys: [.character("r")]) { [weak self] in
                self?.bloc.add(.requested)
            },
            PageAction("contact.remove", "Remove the contact", keys: [.character("d"), .delete]) { [weak self] in
                self?.withContact { self?.removal.removalChosen([$0.id], names: [$0]) }
            },
        ] + groups.changing { [weak self] in self?.contact.map { [$0.id] } ?? [] }
    }

    private func withContact(_ body: (Contact) -> Void) {
        if let contact { body(contact) } else { context.tell(PageNotice("There is no contact here.")) }
    }

    private func move(_ count: Int) { selection = max(0, min(selection + count, lines.count - 1)) }

    private func open() {
        guard let line else { return }
        guard let link = line.link else {
            return context.tell(PageNotice("Press y to copy."))
        }
        context.open(link)
    }
}

/// A contact, or the reason that there is none.
struct ContactPageView: TerminalView {
    let state: ContentLoadState<Contact, RepositoryError>
    let selection: Int
    /// The date of today, for the birthday.
    var today: String?
    /// The texts of the code for cameras, which is shown in place of the values.
    var code: [String]?
    /// The question or menu over the values.
    var question: (any TerminalView)?

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
        if let question { canvas.draw(question) }
    }
}

/// The text of a contact's QR code.
enum ContactCode {
    /// Small vCards, the one with most first: the name, the organization, all addresses and numbers; then the first of each; and
    /// what fits a window of 80 columns and 24 rows.
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
