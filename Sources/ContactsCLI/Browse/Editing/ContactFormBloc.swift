import Bloc
import BlocKit
import Repository
import Services
import TerminalUI

/// The form of one contact: loads it, takes what is typed, and saves it.
///
/// Undo and redo of what was typed are those of the library's history.
final class ContactFormBloc: Bloc {
    typealias Event = ContactFormEvent
    typealias State = ContactFormState

    static let key = BlocKey<ContactFormBloc>("contact-form")

    let runtime: BlocRuntime<ContactFormBloc>

    /// Creates the form of a contact by its identifier; `nil` is a new one.
    init(_ id: String?, service: any ContactService) {
        let empty = ContactForm(Contact(id: ContactID(rawValue: ""), origin: .local))
        let initial = ContactFormState(content: id == nil ? .hasData(empty) : .loading())
        runtime = BlocRuntime(initialState: initial, name: Self.key.name) { bloc in
            bloc.on({ if case .requested = $0 { () } else { nil } }, policy: .droppable) { _, emit in
                guard let id else { return }
                do {
                    let form = ContactForm(try await service.contact(matching: id, for: .showing))
                    emit.update { $0.content = .hasData(form) }
                } catch is CancellationError {
                    return
                } catch {
                    emit.update { $0.content = .error(RepositoryError(shown: error)) }
                }
            }
            bloc.on { event, emit in emit.update { $0.follow(event) } }
        }
    }
}

/// The events of the form.
enum ContactFormEvent: Equatable, Sendable {
    /// The contact is to be loaded.
    case requested
    /// Something was typed into the line.
    case typed(InputEvent)
    /// The line so many lines below gets the keys.
    case moved(Int)
    /// The line with this number gets the keys.
    case focused(Int)
    /// The value gets the next type.
    case typeChanged
    /// Another value of the field is to be typed.
    case anotherAdded
    /// The value or address is to be removed.
    case removed
    /// The form was submitted: all lines are checked.
    case submitted
}

/// The state of the form.
struct ContactFormState: Equatable, Sendable {
    /// The form, once the contact was loaded.
    var content: ContentLoadState<ContactForm, RepositoryError>
    /// Whether all lines were in order when the form was last submitted.
    var isSound = false

    /// The form.
    var form: ContactForm? { content.content }

    mutating func follow(_ event: ContactFormEvent) {
        var isSound = false
        content = content.map { form in
            var form = form
            switch event {
            case .typed(let input): _ = form.type(input)
            case .moved(let count): form.move(by: count)
            case .focused(let index): form.moveTo(index)
            case .typeChanged: form.changeType()
            case .anotherAdded: form.addAnother()
            case .removed: form.remove()
            case .submitted: isSound = form.checkAll()
            case .requested: break
            }
            return form
        }
        self.isSound = isSound
    }
}
