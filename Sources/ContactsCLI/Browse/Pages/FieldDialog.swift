import TerminalUI

/// A field for one value over a page; it stays open until the value can be used.
@MainActor
final class FieldDialog: PageDialog {
    /// The text below the field, until something is typed.
    var problem: String?
    private let context: PageContext
    private let enter: (title: String, hint: String)
    private let leave: String
    private let complete: (@Sendable (String) -> String)?
    private let picture: @MainActor (TextInput, String?) -> Dialog
    private let submit: @MainActor (FieldDialog, String) -> Void
    private var input: TextInput

    /// Opens the field over the page.
    ///
    /// - Parameters:
    ///   - enter: What Enter does, and the word for it in the bar at the bottom.
    ///   - complete: Completes the text at a Tab.
    ///   - picture: The picture of the field with its problem.
    ///   - submit: Uses the text, and then closes the dialog.
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
