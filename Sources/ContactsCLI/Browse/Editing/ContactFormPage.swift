import Bloc
import BlocKit
import Repository
import Services
import TerminalUI

@MainActor
final class ContactFormPage: Page {
    private let context: PageContext
    /// Loads the contact; `nil` for a new one.
    private let bloc: RepositoryLoadBloc<SourceEvent, Contact>?
    /// The form with the user's input; `nil` until something is typed.
    private var typed: ContactForm?
    /// Whether the contact is being saved; typing is disabled meanwhile.
    private var isSaving = false

    /// Opens the form for a contact, or for a new one without an identifier.
    init(_ id: String?, _ context: PageContext) {
        self.context = context
        let service = context.app.contact
        bloc = id.map { id in
            context.loading("contact-form", followsStore: false) {
                try await service.contact(matching: id, for: .showing)
            }
        }
        if isNew { typed = ContactForm(Contact(id: ContactID(rawValue: ""), origin: .local)) }
    }

    private var isNew: Bool { bloc == nil }
    private var state: ContentLoadState<ContactForm, RepositoryError> {
        typed.map { .hasData($0) } ?? bloc?.state.map { ContactForm($0) } ?? .loading()
    }
    private var form: ContactForm? { state.content }

    var title: String {
        guard isNew else { return form.map { "Edit \(ContactNames.name(of: $0.contact))" } ?? "Edit" }
        // With all books open, name the one that the contact is added to.
        return "New contact" + (context.app.joinedBooks.map { " in the book “\($0.standard)”" } ?? "")
    }

    var view: any TerminalView { ContactFormView(state: state) }

    var focusedLabel: String? { form?.focused.label }
    var isTyping: Bool { form != nil && !isSaving }
    var takesText: Bool { isTyping && form?.isFlagFocused == false }
    func takesAsText(_ key: Key) -> Bool {
        takesText ? TextInput.takes(key) : isTyping && [" ", "y", "n"].contains(key)
    }
    var keepsInput: Bool { form?.hasChanges ?? false }
    var failure: RepositoryError? { state.failure }

    func retry() { bloc?.add(.requested) }

    func type(_ event: InputEvent) -> Bool {
        guard isTyping else { return false }
        switch event {
        case .key(.down), .key(.tab), .key(.enter), .key(.control("n")): change { $0.move(by: 1) }
        case .key(.up), .key(.backTab), .key(.control("p")): change { $0.move(by: -1) }
        case .key(.pageDown): change { $0.move(by: 10) }
        case .key(.pageUp): change { $0.move(by: -10) }
        case .key(.escape), .key(.function): return false
        case .key(.control(let key)) where "stox".contains(key): return false
        case .key, .paste: change { _ = $0.type(event) }
        default: return false
        }
        return true
    }

    private func change(_ body: (inout ContactForm) -> Void) {
        guard var form else { return }
        body(&form)
        typed = form
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        switch mouse {
        case .wheelDown: change { $0.move(by: 1) }
        case .wheelUp: change { $0.move(by: -1) }
        case .click:
            if let target, target.name == FieldView.targetName { change { $0.moveTo(target.index) } }
        default: break
        }
    }

    var actions: [PageAction] {
        [
            action("form.save", "Show what changes, then save", .control("s"), .function(2), hint: "Save") {
                $0.submit()
            },
            action(.back, "Leave the form", hint: "Leave") { $0.leave() },
        ] + several + [
            // The form handles these keys as typed input; they are listed here only for the help.
            action(.down, "Next field") { page in page.change { $0.move(by: 1) } },
            action(.up, "Previous field") { page in page.change { $0.move(by: -1) } },
            action("form.next", "Next field, like Enter", .tab),
            action("form.previous", "Previous field", .backTab),
            action("form.page", "Ten fields forward or back", .pageDown, .pageUp),
        ]
    }

    private var several: [PageAction] {
        guard let form else { return [] }
        let typing = action("form.type", "Change the type of the value", .control("t"), hint: "Type") { page in
            page.change { $0.changeType() }
        }
        let repeating = [
            action("form.another", "Add another value or address", .control("o"), hint: "Add another") { page in
                page.change { $0.addAnother() }
            },
            action("form.remove", "Remove the value or address", .control("x"), hint: "Remove") { page in
                page.change { $0.remove() }
            },
        ]
        return (form.hasType ? [typing] : []) + (form.isRepeatable ? repeating : [])
    }

    private func leave() {
        guard !isSaving else { return }
        guard keepsInput else {
            context.session?.goBack()
            return
        }
        let text = "Discard what you typed?"
        let view = QuestionView("Leave the form", text, yes: "Discard", isDangerous: true)
        Question(view, context) { [weak self] in self?.context.session?.goBack() }
    }

    private func submit() {
        guard var form, !isSaving else { return }
        let isSound = form.checkAll()
        typed = form
        guard isSound else { return context.tell("Correct the fields with a problem first.", .danger) }
        guard form.hasChanges else {
            context.session?.goBack()
            return
        }
        // A new contact has nothing to remove.
        let difference = DifferenceLines.styled(form.difference.filter { !isNew || !$0.hasPrefix("-") })
        let view = QuestionView(
            title: isNew ? "Add this contact?" : "Save these changes?",
            lines: difference,
            yes: "Save"
        )
        let question = Question(view, context) { [weak self] in self?.save() }
        let app = context.app
        let name = isNew ? form.edit.applied(to: form.contact).displayName : ""
        guard !name.isEmpty else { return }
        context.run {
            try await KnownName.warnings(for: name, in: app)
        } then: { [weak self] known in
            question.shown.lines = (known ?? []).map { StyledText($0, style: .warning) } + difference
            self?.context.needsDrawing()
        }
    }

    private func save() {
        guard let form else { return }
        isSaving = true
        let contacts = Blocs(app: context.app).contact()
        let (contact, edit, isNew) = (form.contact, form.edit, isNew)
        context.run {
            if isNew { return try await contacts.contact(of: .added(edit.applied(to: contact))) }
            let updates = try await contacts.edit([contact], with: edit, title: "edit", isTrial: false)
            return updates.first?.new ?? contact
        } then: { [weak self] saved in
            self?.isSaving = false
            guard let self, let saved else { return }
            context.tell("Saved \(ContactNames.name(of: saved)).", .success)
            context.session?.replace(with: .contact(saved.id.rawValue))
        }
    }
}

/// The lines of a form around the focused one.
struct ContactFormView: TerminalView {
    let state: ContentLoadState<ContactForm, RepositoryError>

    func draw(in canvas: Canvas) {
        let content = StatefulView(
            "form",
            state: state,
            empty: EmptyMessage("There is no such contact.", hints: [KeyHint(.escape, text: "goes back")]),
            problem: ProblemMessage.init(store:)
        ) { form in
            let views = form.rows.enumerated().map { index, row in
                FieldView(
                    row.label,
                    detail: row.types.map { $0.isEmpty ? row.input.isEmpty ? "" : "other" : $0.joined(separator: ",") },
                    input: row.input,
                    index: index,
                    isActive: index == form.focus,
                    labelColumns: Self.labelColumns,
                    placeholder: index == form.focus ? Self.placeholder(row) : "",
                    problem: row.problem
                )
            }
            return StackView(views, selected: form.focus)
        }
        canvas.draw(content, in: canvas.bounds.inset(columns: Spacing.page))
    }

    private static let labelColumns = 20

    private static func placeholder(_ row: ContactForm.Row) -> String {
        guard case .value(let field) = row.part else { return "" }
        return switch field.input?.rule {
        case .email: "ada@example.org"
        case .phone: "+41 44 000 00 00"
        case .date: "YYYY-MM-DD, or --MM-DD"
        default: ""
        }
    }
}
