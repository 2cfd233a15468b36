import Bloc
import BlocKit
import Repository
import Services
import TerminalUI

/// The form of a contact, or of a new one.
@MainActor
final class ContactFormPage: Page {
    private let context: PageContext
    private let isNew: Bool
    private let bloc: ContactFormBloc
    private var flow: FlowBloc<EditCoordinator>?

    /// Opens the form of a contact; without an identifier that of a new one.
    init(_ id: String?, _ context: PageContext) {
        self.context = context
        isNew = id == nil
        let service = context.app.contact
        bloc = context.bloc(ContactFormBloc.key) { ContactFormBloc(id, service: service) }
        context.bind(bloc)
        flow = context.start(EditCoordinator()) { [weak self] work in
            if work == .save { self?.save() }
        }
        bloc.add(.requested)
    }

    var title: String { isNew ? newTitle : form.map { "Edit \(ContactNames.name(of: $0.contact))" } ?? "Edit" }

    var view: any TerminalView { ContactFormView(state: bloc.state, question: question) }

    /// Among all books it says which one the contact goes into.
    private var newTitle: String {
        "New contact" + (context.app.joinedBooks.map { " in the book “\($0.standard)”" } ?? "")
    }

    /// The warnings that a new contact has the name of another one.
    private var known: [String] = []
    private var form: ContactForm? { bloc.state.form }
    /// The name of the field that keys go to.
    var focusedLabel: String? { form?.focused.label }
    private var stage: EditCoordinator.Stage { flow?.state.stage ?? .form }
    var isTyping: Bool { stage == .form && form != nil }
    var takesText: Bool { isTyping && form?.isFlagFocused == false }
    func takesAsText(_ key: Key) -> Bool {
        let answers: [Key] = [.character(" "), .character("y"), .character("n")]
        return takesText ? TextInput.takes(key) : isTyping && answers.contains(key)
    }
    var isModal: Bool { question != nil }
    var keepsInput: Bool { form?.hasChanges ?? false }
    var failure: RepositoryError? { bloc.state.content.failure }

    func retry() { bloc.add(.requested) }

    func type(_ event: InputEvent) -> Bool {
        guard isTyping else { return false }
        switch event {
        case .key(.down), .key(.tab), .key(.enter), .key(.control("n")): send(.moved(1))
        case .key(.up), .key(.backTab), .key(.control("p")): send(.moved(-1))
        case .key(.pageDown): send(.moved(10))
        case .key(.pageUp): send(.moved(-10))
        case .key(.escape), .key(.function): return false
        case .key(.control(let key)) where "stox".contains(key): return false
        case .key, .paste: send(.typed(event))
        default: return false
        }
        return true
    }

    private func send(_ event: ContactFormEvent) { context.send(event, to: bloc) }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard !isModal else { return }
        switch mouse {
        case .wheelDown: send(.moved(1))
        case .wheelUp: send(.moved(-1))
        case .press(.left):
            if let target, target.name == FieldView.targetName { send(.focused(target.index)) }
        default: break
        }
    }

    private var question: QuestionView? {
        switch stage {
        case .difference:
            // A new contact has nothing to lose.
            let difference = (form?.difference ?? []).filter { !isNew || !$0.hasPrefix("-") }
            let lines = known.map { StyledText($0, style: .warning) } + DifferenceLines.styled(difference)
            return QuestionView(
                title: isNew ? "Add this contact?" : "Save these changes?",
                lines: lines,
                yes: "Save",
                button: context.button,
                first: context.questionLine
            )
        case .discarding:
            return QuestionView(
                title: "Leave the form",
                lines: [StyledText("Throw away what was typed?")],
                yes: "Throw away",
                isDangerous: true,
                button: context.button
            )
        case .form, .saving: return nil
        }
    }

    var actions: [PageAction] {
        if let question {
            return question.actions(context) { [weak self] in self?.flow?.add($0) }
        }
        return [
            PageAction("form.save", "Show what changes, then save", hint: "Save", keys: [.control("s"), .function(2)]) {
                [weak self] in self?.submit()
            },
            PageAction(.back, "Leave the form", hint: "Leave") { [weak self] in
                guard let self else { return }
                flow?.add(.left(hasChanges: form?.hasChanges ?? false))
            },
        ] + several + [
            // The form takes these keys as it is typed into; here they are only named.
            PageAction(.down, "Next field") { [weak self] in self?.send(.moved(1)) },
            PageAction(.up, "Previous field") { [weak self] in self?.send(.moved(-1)) },
            PageAction("form.next", "Next field, as Enter", keys: [.tab]) {},
            PageAction("form.previous", "Previous field", keys: [.backTab]) {},
            PageAction("form.page", "Ten fields on, or back", keys: [.pageDown, .pageUp]) {},
        ]
    }

    /// The actions on a field that may have several values.
    private var several: [PageAction] {
        guard let form else { return [] }
        var actions: [PageAction] = []
        if form.hasType {
            actions.append(
                PageAction("form.type", "Change the type of the value", hint: "Type", keys: [.control("t")]) {
                    [weak self] in self?.send(.typeChanged)
                }
            )
        }
        guard form.isRepeatable else { return actions }
        return actions + [
            PageAction("form.another", "Add another value or address", hint: "Add another", keys: [.control("o")]) {
                [weak self] in self?.send(.anotherAdded)
            },
            PageAction("form.remove", "Remove the value or address", hint: "Remove", keys: [.control("x")]) {
                [weak self] in self?.send(.removed)
            },
        ]
    }

    private func submit() {
        send(.submitted)
        guard let form else { return }
        guard bloc.state.isSound else {
            return context.tell(PageNotice("A field cannot be saved like this.", .failure))
        }
        let app = context.app
        let name = isNew ? form.edit.applied(to: form.contact).displayName : ""
        known = []
        flow?.add(.formSubmitted(hasChanges: form.hasChanges))
        guard !name.isEmpty else { return }
        context.run {
            try await KnownName.warnings(for: name, in: app)
        } then: { [weak self] known in
            self?.known = known ?? []
            self?.context.needsDrawing()
        }
    }

    private func save() {
        guard let form else { return }
        let contacts = Blocs(app: context.app).contact()
        let (contact, edit, isNew) = (form.contact, form.edit, isNew)
        context.run {
            if isNew { return try await contacts.contact(of: .added(edit.applied(to: contact))) }
            let updates = try await contacts.edit([contact], with: edit, title: "edit", isTrial: false)
            return updates.first?.new ?? contact
        } then: { [weak self] saved in
            guard let saved else {
                self?.flow?.add(.workFailed)
                return
            }
            self?.flow?.add(.workDone(saved.id.rawValue))
            self?.context.tell(PageNotice("Saved \(ContactNames.name(of: saved)).", .success))
        }
    }
}

/// The lines of a form around the one that keys go to.
struct ContactFormView: TerminalView {
    let state: ContactFormState
    var question: QuestionView?

    func draw(in canvas: Canvas) {
        let content = StatefulView(
            "form",
            state: state.content,
            empty: EmptyMessage("There is no such contact.", hints: [KeyHint(.escape, text: "goes back")]),
            problem: ProblemMessage.init(store:)
        ) { form in
            DrawnView { Self.draw(form, in: $0) }
        }
        canvas.draw(content, in: canvas.bounds.inset(columns: Spacing.page))
        if let question { canvas.draw(question) }
    }

    private static func draw(_ form: ContactForm, in canvas: Canvas) {
        let (width, height) = (canvas.size.columns, canvas.size.rows)
        let views = form.rows.enumerated().map { index, row in
            FieldView(
                row.label,
                detail: row.types.map { $0.isEmpty ? row.input.isEmpty ? "" : "other" : $0.joined(separator: ",") },
                input: row.input,
                index: index,
                isActive: index == form.focus,
                labelColumns: labelColumns,
                placeholder: index == form.focus ? placeholder(row) : "",
                problem: row.problem
            )
        }
        let heights = views.map { $0.height(forWidth: width) ?? 1 }
        // The focused line is in the middle, except near an end.
        var first = form.focus
        var above = 0
        while first > 0, above + heights[first - 1] <= height / 2 {
            first -= 1
            above += heights[first]
        }
        var below = heights[first...].reduce(0, +)
        while first > 0, below + heights[first - 1] <= height {
            first -= 1
            below += heights[first]
        }
        var y = 0
        for index in first..<views.count where y < height {
            canvas.draw(views[index], in: Rect(x: 0, y: y, columns: width, rows: min(heights[index], height - y)))
            y += heights[index]
        }
        if first > 0 { canvas.text(canvas.glyphs.above, at: Point(x: width - 1, y: 0), style: .key) }
        if below > height { canvas.text(canvas.glyphs.below, at: Point(x: width - 1, y: height - 1), style: .key) }
    }

    /// The columns of the label and the type of a value.
    private static let labelColumns = 20

    private static func placeholder(_ row: ContactForm.Row) -> String {
        switch row.part {
        case .value(let field):
            switch field.input?.rule {
            case .email: "ada@example.org"
            case .phone: "+41 44 000 00 00"
            case .date: "YYYY-MM-DD, or --MM-DD"
            default: ""
            }
        case .address, .flag: ""
        }
    }
}
