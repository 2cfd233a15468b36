import Bloc
import Repository
import Services
import TerminalUI

/// The first start without any data: how to begin.
@MainActor
final class FirstStartPage: Page {
    private let context: PageContext
    private let perform: @MainActor @Sendable (FlowWork) async throws -> String
    private var flow: FlowBloc<FirstStartCoordinator>?
    private var selection = 0
    private var input = TextInput()

    /// Opens the page; the closure does the work of the flow and returns the name of the book that was begun, or nothing.
    init(_ context: PageContext, perform: @escaping @MainActor @Sendable (FlowWork) async throws -> String) {
        self.context = context
        self.perform = perform
        flow = context.start(FirstStartCoordinator()) { [weak self] in self?.begin($0) }
    }

    let title = "Welcome"
    private var stage: FirstStartCoordinator.Stage { flow?.state.stage ?? .choice }

    var isTyping: Bool { if case .question = stage { true } else { false } }

    var view: any TerminalView { FirstStartView(stage: stage, selection: selection, input: input) }

    func type(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter), .key(.escape): return false
        default: return input.apply(event)
        }
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard mouse == .press(.left), let target, target.name == FirstStartView.targetName else { return }
        selection = target.index
        choose()
    }

    var actions: [PageAction] {
        switch stage {
        case .choice:
            [
                PageAction(.open, "Begin like this", hint: "Choose") { [weak self] in self?.choose() },
                PageAction(.down, "Next way to begin") { [weak self] in self?.move(1) },
                PageAction(.up, "Way before") { [weak self] in self?.move(-1) },
            ]
        case .question:
            [
                PageAction(.open, "Go on", hint: "Go on") { [weak self] in
                    guard let self else { return }
                    flow?.add(.textEntered(input.text))
                },
                PageAction(.back, "Choose another way", hint: "Back") { [weak self] in self?.flow?.add(.left()) },
            ]
        case .working: []
        }
    }

    private func move(_ count: Int) {
        selection = max(0, min(selection + count, FirstStartChoice.allCases.count - 1))
    }

    private func choose() {
        input = TextInput()
        flow?.add(.beginningChosen(FirstStartChoice.allCases[selection]))
    }

    private func begin(_ work: FlowWork) {
        let perform = perform
        context.run {
            try await perform(work)
        } then: { [weak self] book in
            if let book {
                self?.flow?.add(.workDone(book.isEmpty ? nil : book))
            } else {
                self?.flow?.add(.workFailed)
            }
        }
    }
}

/// How to begin without any data.
struct FirstStartView: TerminalView {
    /// The name of the target of the choices, for clicks.
    static let targetName = "choice"

    let stage: FirstStartCoordinator.Stage
    let selection: Int
    var input = TextInput()

    func draw(in canvas: Canvas) {
        let inner = canvas.sub(canvas.bounds.inset(columns: Spacing.page))
        switch stage {
        case .choice: drawChoices(inner)
        case .question(let choice): drawQuestion(choice, inner)
        case .working(let choice, _):
            inner.draw(SpinnerView("first start", text: choice.title), in: Rect(x: 0, y: 1, columns: 60, rows: 1))
        }
    }

    private func drawChoices(_ canvas: Canvas) {
        let isTall = canvas.size.rows >= 15
        var y = 0
        if isTall {
            canvas.text("There are no contacts yet. How do you want to begin?", at: Point(x: 0, y: 1), style: .heading)
            y = 3
        }
        for (index, choice) in FirstStartChoice.allCases.enumerated() {
            let rows = isTall ? 2 : 1
            let part = canvas.sub(Rect(x: 0, y: y, columns: canvas.size.columns, rows: rows))
            let isSelected = index == selection
            if isSelected {
                part.fill(Rect(x: 0, y: 0, columns: canvas.size.columns, rows: 1), style: .selection)
                part.text(canvas.glyphs.pointer, at: .zero, style: .accent)
            }
            part.text(choice.title, at: Point(x: 2, y: 0))
            if isTall { part.text(choice.explanation, at: Point(x: 4, y: 1), style: .dim) }
            part.target(Self.targetName, index: index)
            y += isTall ? 3 : 1
        }
    }

    private func drawQuestion(_ choice: FirstStartChoice, _ canvas: Canvas) {
        canvas.text(choice.title, at: Point(x: 0, y: 0), style: .heading)
        let field = FieldView(choice.label, input: input, isActive: true, placeholder: choice.placeholder)
        canvas.draw(field, in: Rect(x: 0, y: 1, columns: canvas.size.columns, rows: canvas.size.rows - 1))
    }
}

extension FirstStartChoice {
    /// What the question asks for.
    fileprivate var label: String {
        switch self {
        case .emptyBook: "Name"
        case .file: "File"
        case .server: "Address"
        case .demonstration: ""
        }
    }

    /// What stands in the field before anything is typed.
    fileprivate var placeholder: String {
        switch self {
        case .emptyBook: FirstStartCoordinator.bookName
        case .file: "~/contacts.vcf"
        case .server: "ada@example.org, or https://dav.example.org/"
        case .demonstration: ""
        }
    }
}
