import TerminalUI

/// A yes-or-no question over a page; only a yes triggers the action.
@MainActor
final class Question: PageDialog {
    /// The question, which may change while it is open.
    var shown: QuestionView
    private let context: PageContext
    private let yes: @MainActor () -> Void

    @discardableResult
    init(_ shown: QuestionView, _ context: PageContext, yes: @escaping @MainActor () -> Void) {
        self.shown = shown
        self.context = context
        self.yes = yes
        context.open(self)
    }

    let isTyping = false
    var view: any TerminalView { shown }

    static let (yesAction, noAction) = ("question.yes", "question.no")

    var actions: [PageAction] {
        let isYes = shown.selected == 0
        let last = shown.lines.count + (shown.table?(64).count ?? 0) - 1
        let scrolling = [
            // The hint is shown if the text doesn't fit a screen of 20 rows.
            action(.down, "Scroll down", hint: last > 14 ? "Scroll" : nil) {
                $0.shown.first = min($0.shown.first + 1, last)
            },
            action(.up, "Scroll up") { $0.shown.first = max($0.shown.first - 1, 0) },
        ]
        return [
            action(Self.yesAction, shown.yes, "y", hint: shown.yes) { $0.answer(true) },
            action(Self.noAction, "No", "n", hint: "No") { $0.answer(false) },
            action(.open, isYes ? shown.yes : "No") { $0.answer(isYes) },
            action(.back, "No") { $0.answer(false) },
            action("question.other", "The other button", .tab, .backTab, .left, .right) {
                $0.shown.button = 1 - $0.shown.selected
            },
        ] + (last > 8 ? scrolling : [])
    }

    private func answer(_ isYes: Bool) {
        context.close(self)
        if isYes { yes() }
    }
}

/// A question with its two buttons.
///
/// Enter presses the highlighted button: yes, or no if yes would lose data.
struct QuestionView: TerminalView {
    let title: String
    var lines: [StyledText]
    /// The content below the lines, for a number of columns; the number of lines is the same for every width.
    var table: (@Sendable (Int) -> [StyledText])?
    let yes: String
    var isDangerous = false
    /// The highlighted button; `nil` for the default.
    var button: Int?
    var first = 0

    var selected: Int { button ?? (isDangerous ? 1 : 0) }

    func draw(in canvas: Canvas) {
        let columns = min(table == nil ? 64 : 160, canvas.size.columns)
        canvas.draw(
            Dialog(
                title,
                content: TextView(lines + (table?(columns - 2 * Spacing.dialog) ?? []), firstRow: first),
                buttons: [Dialog.Button(yes, key: "y", isDangerous: isDangerous), Dialog.Button("No", key: "n")],
                selected: selected,
                size: Size(columns: columns, rows: max(6, canvas.size.rows - 1))
            )
        )
    }
}

extension QuestionView {
    /// Creates a question with one sentence, and optionally a note below it.
    init(_ title: String, _ text: String, note: String? = nil, yes: String, isDangerous: Bool = false) {
        let lines = [StyledText(text)] + (note.map { [StyledText($0, style: .dim)] } ?? [])
        self.init(title: title, lines: lines, yes: yes, isDangerous: isDangerous)
    }
}

/// A field for a single value over a page; it stays open until the value is valid.
@MainActor
final class FieldDialog: PageDialog {
    /// The text below the field, until something is typed.
    var problem: String?
    private let context: PageContext
    /// The action of Enter, and its hint in the bottom bar.
    private let enter: (title: String, hint: String)
    private let leave: String
    private let complete: (@Sendable (String) -> String)?
    private let picture: @MainActor (TextInput, String?) -> Dialog
    /// Uses the text, and then closes the dialog.
    private let submit: @MainActor (FieldDialog, String) -> Void
    private var input: TextInput

    @discardableResult
    init(
        _ context: PageContext,
        enter: (title: String, hint: String),
        leave: String,
        text: String = "",
        complete: (@Sendable (String) -> String)? = nil,
        picture: @escaping @MainActor (TextInput, String?) -> Dialog,
        submit: @escaping @MainActor (FieldDialog, String) -> Void
    ) {
        self.context = context
        (self.enter, self.leave) = (enter, leave)
        self.complete = complete
        self.picture = picture
        self.submit = submit
        input = TextInput(text)
        context.open(self)
    }

    var view: any TerminalView { picture(input, problem) }

    func type(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter), .key(.escape): return false
        case .key(.tab) where complete != nil:
            input = TextInput(complete?(input.text) ?? input.text)
            return true
        default:
            problem = nil
            return input.apply(event)
        }
    }

    var actions: [PageAction] {
        let completing = action("field.complete", "Complete the path", .tab, hint: "Complete")
        return [
            action(.open, enter.title, hint: enter.hint) { $0.submit($0, $0.input.text) },
            action(.back, leave, hint: "Leave") { $0.context.close($0) },
        ] + (complete == nil ? [] : [completing])
    }
}
