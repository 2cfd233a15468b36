import Bloc
import BlocKit
import Repository
import Services
import TerminalUI
import VCard

/// The page of one contact, which is read again after every change of the store.
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
        context.bind(bloc)
        bloc.add(.requested)
        context.onStoreChange { [bloc] in bloc.add(.requested) }
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
            action("contact.code", "Show a QR code for cameras", "c") { page in
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
            action("contact.favorite", "Make it a favorite, or no longer one", "f", hint: hint("Favorite")) { page in
                page.withContact { page.context.toggleFavorite([$0.id]) }
            },
        ] + moving("value") + [
            action("contact.first", "First value", "g", .home) { $0.selection = 0 },
            action("contact.last", "Last value", "G", .end) { $0.move(10_000) },
            action("contact.new", "Write a new contact", "n") { $0.context.session?.writeContact() },
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

/// A contact, or the reason that there is none.
struct ContactPageView: TerminalView {
    let state: ContentLoadState<Contact, RepositoryError>
    let selection: Int
    var today: String?
    /// The texts of the code for cameras, which is shown in place of the values.
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
