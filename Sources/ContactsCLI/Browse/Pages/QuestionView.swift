import TerminalUI

/// A question over a page, which is answered with yes or no; the usual answer is no.
struct QuestionView: TerminalView {
    let title: String
    /// The text of the question.
    let lines: [StyledText]
    /// The word for yes.
    let yes: String
    /// Whether yes loses something.
    var isDangerous = false
    /// The line that is shown first.
    var first = 0

    func draw(in canvas: Canvas) {
        canvas.draw(
            Dialog(
                title,
                content: TextView(lines, firstRow: first),
                buttons: [
                    Dialog.Button(yes, key: .character("y"), isDangerous: isDangerous),
                    Dialog.Button("No", key: .character("n")),
                ],
                selected: 1,
                size: Size(columns: 64, rows: max(6, canvas.size.rows - 1))
            )
        )
    }

    /// The actions while a question is open; Enter is the usual answer.
    @MainActor
    static func actions(yes: String, answer: @escaping @MainActor @Sendable (FlowStep) -> Void) -> [PageAction] {
        [
            PageAction("question.yes", yes, hint: yes, keys: [.character("y")]) { answer(.confirmed) },
            PageAction("question.no", "No", hint: "No", keys: [.character("n")]) { answer(.rejected) },
            PageAction(.open, "No") { answer(.rejected) },
            PageAction(.back, "No") { answer(.rejected) },
        ]
    }
}
