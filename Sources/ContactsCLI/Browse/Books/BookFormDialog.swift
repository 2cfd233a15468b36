import Primitives
import Services
import TerminalUI

/// The form of a book over a page: it stays open with what was typed until what it asks for is done.
@MainActor
final class BookFormDialog: PageDialog {
    private let context: PageContext
    private let sources: BrowseSources
    private let done: @MainActor (String) -> Void
    private var form: BookForm

    /// Creates the dialog; the closure receives the name of the book, once everything is done.
    init(
        _ context: PageContext,
        _ form: BookForm,
        _ sources: BrowseSources,
        done: @escaping @MainActor (String) -> Void
    ) {
        self.context = context
        self.form = form
        self.sources = sources
        self.done = done
    }

    var view: any TerminalView { Self.view(form) }

    nonisolated static func view(_ form: BookForm) -> Dialog {
        Dialog(form.title, content: form, size: Size(columns: 70, rows: 22))
    }

    func type(_ event: InputEvent) -> Bool {
        guard form.activity == nil else { return event != .key(.escape) }
        return form.type(event, complete: sources.complete)
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard mouse == .click, form.activity == nil, let target, target.name == FieldView.targetName else {
            return
        }
        form.moveTo(target.index)
    }

    var actions: [PageAction] {
        let leave = action(.back, "Leave the form", hint: "Leave") { $0.context.close($0) }
        guard form.activity == nil else { return [leave] }
        let isLast = form.isAtEnd || !form.choices.isEmpty
        return [
            action(.open, isLast ? "Do it" : "Next field", hint: isLast ? "Do it" : "Next") { $0.goOn() }, leave,
        ] + BookForm.typedKeys(self)
    }

    private func goOn() {
        guard form.submit() else { return }
        let (work, sent) = (sources.bookWork, form)
        form.activity = "Working"
        context.run {
            await Swift.Result(awaiting: {
                try await work.perform(sent) { text in Task { @MainActor [weak self] in self?.show(text) } }
            }).mapError { Failure($0) }
        } then: { [weak self] result in
            guard let self, context.dialog === self, let result else { return }
            form.activity = nil
            switch result {
            case .success(let book):
                context.close(self)
                done(book)
            case .failure(let failure): form.fail(failure)
            }
            context.needsDrawing()
        }
    }

    private func show(_ activity: String) {
        guard form.activity != nil else { return }
        form.activity = activity
        context.needsDrawing()
    }
}

/// What pages do with books besides showing them.
struct BookPageWork: Sendable {
    /// Called with how far the work is, on any thread.
    typealias Progress = @Sendable (String) -> Void

    /// Does what a form asks for, and returns the name of the book.
    var perform: @MainActor @Sendable (BookForm, @escaping Progress) async throws -> String = { _, _ in "" }
    /// Whether the password of the book's server has to be asked for.
    var needsPassword: @Sendable (BookRow) async -> Bool = { _ in false }
    /// Synchronizes a book, and returns what was done.
    var synchronize: @MainActor @Sendable (String, @escaping Progress) async throws -> String = { _, _ in "" }
    var makeDefault: @Sendable (String) throws -> Void = { _ in }
    /// What the work had to say since the last call, such as what could not be read of a file.
    var takeMessages: @Sendable () -> String? = { nil }
}
