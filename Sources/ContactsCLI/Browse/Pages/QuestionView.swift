import TerminalUI

/// A question over a page, which is answered with yes or no.
///
/// Enter is the highlighted button: yes, or no where yes loses something.
struct QuestionView: TerminalView {
    let title: String
    /// The text of the question.
    let lines: [StyledText]
    /// What stands below it, for so many columns; it has the same number of lines for each width.
    var table: (@Sendable (Int) -> [StyledText])?
    /// The word for yes.
    let yes: String
    /// Whether yes loses something.
    var isDangerous = false
    /// The highlighted button; `nil` is the usual one.
    var button: Int?
    /// The line that is shown first.
    var first = 0

    /// The index of the highlighted button.
    private var selected: Int { button ?? (isDangerous ? 1 : 0) }

    func draw(in canvas: Canvas) {
        let columns = min(table == nil ? 64 : 160, canvas.size.columns)
        canvas.draw(
            Dialog(
                title,
                content: TextView(lines + (table?(columns - 2 * Spacing.dialog) ?? []), firstRow: first),
                buttons: [
                    Dialog.Button(yes, key: .character("y"), isDangerous: isDangerous),
                    Dialog.Button("No", key: .character("n")),
                ],
                selected: selected,
                size: Size(columns: columns, rows: max(6, canvas.size.rows - 1))
            )
        )
    }

    /// The names of the actions of the two buttons.
    static let (yesAction, noAction) = ("question.yes", "question.no")

    /// The actions while the question is open.
    @MainActor
    func actions(
        _ context: PageContext,
        answer: @escaping @MainActor @Sendable (FlowStep) -> Void
    ) -> [PageAction] {
        let answer: @MainActor @Sendable (FlowStep) -> Void = { [weak context] step in
            context?.button = nil
            context?.questionLine = 0
            answer(step)
        }
        let (selected, last) = (selected, lines.count + (table?(64).count ?? 0) - 1)
        let scrolling = [
            // More than fits a screen of 20 rows.
            PageAction(.down, "Scroll down", hint: last > 14 ? "Scroll" : nil) { [weak context] in
                if let context { context.questionLine = min(context.questionLine + 1, last) }
            },
            PageAction(.up, "Scroll up") { [weak context] in
                if let context { context.questionLine = max(context.questionLine - 1, 0) }
            },
        ]
        return [
            PageAction(Self.yesAction, yes, hint: yes, keys: [.character("y")]) { answer(.confirmed) },
            PageAction(Self.noAction, "No", hint: "No", keys: [.character("n")]) { answer(.rejected) },
            PageAction(.open, selected == 0 ? yes : "No") { answer(selected == 0 ? .confirmed : .rejected) },
            PageAction(.back, "No") { answer(.rejected) },
            PageAction("question.other", "The other button", keys: [.tab, .backTab, .left, .right]) { [weak context] in
                context?.button = 1 - selected
            },
        ] + (last > 8 ? scrolling : [])
    }
}
