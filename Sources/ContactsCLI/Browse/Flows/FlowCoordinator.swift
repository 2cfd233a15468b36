import Bloc
import Repository

/// What a view reports: something the user did or that came of it.
///
/// It says nothing about where to go next.
enum FlowStep: Hashable, Sendable {
    // Everywhere.
    /// A page was chosen by its path or its name.
    case pageChosen(Route)
    /// The user wants to leave.
    case left(hasChanges: Bool = false)
    /// The question was answered with yes.
    case confirmed
    /// The question was answered with no.
    case rejected
    /// The work that was begun is done; the text is the identifier or the name of what came of it.
    case workDone(String?)
    /// The work that was begun failed; its error is shown by the page.
    case workFailed

    // Contacts.
    /// A contact was chosen in a list.
    case contactChosen(ContactID)
    /// The form of a contact was asked for.
    case editChosen(ContactID)
    /// The form of a new contact was asked for.
    case newContactChosen
    /// A form was submitted.
    case formSubmitted(hasChanges: Bool)
    /// Contacts are to be removed.
    case removalChosen([ContactID])
    /// Contacts that are one person were chosen.
    case mergeChosen([ContactID])

    // The first start.
    /// A way to begin was chosen.
    case beginningChosen(FirstStartChoice)
}

/// The direction of a flow after a step.
enum FlowDirection: Hashable, Sendable {
    /// Open a page on top of this one.
    case open(Route)
    /// Show a page in place of this one.
    case replace(Route)
    /// Leave the page.
    case back
    /// Begin work, whose end the page reports as a step.
    case begin(FlowWork)
    /// The program ends with the chosen contact; `nil` if none was chosen.
    case finish(ContactID?)
}

/// Work that a flow begins.
enum FlowWork: Hashable, Sendable {
    /// Save what the form has.
    case save
    /// Remove the contacts.
    case remove([ContactID])
    /// Merge the contacts into the first one.
    case merge([ContactID])
    /// Begin a book as the form says.
    case beginBook
    /// Fetch the invented people.
    case fetchPeople
}

/// Decides which step follows: a state machine of one flow, without a screen.
///
/// The coordinator is a value. Its stage is what the flow's page shows.
protocol FlowCoordinator: Equatable, Sendable {
    /// Takes in a step; a step that does not belong to the stage changes nothing.
    ///
    /// - Returns: Where to go; `nil` stays on the page, whose stage may be another one.
    mutating func follow(_ step: FlowStep) -> FlowDirection?
}

/// Runs a flow: its state is the coordinator, its effects are the directions.
final class FlowBloc<Coordinator: FlowCoordinator>: Bloc {
    typealias Event = FlowStep
    typealias State = Coordinator
    typealias Effect = FlowDirection

    let runtime: BlocRuntime<FlowBloc>

    init(_ coordinator: Coordinator) {
        runtime = BlocRuntime(initialState: coordinator, name: "\(Coordinator.self)") { bloc in
            bloc.on { step, emit in
                // Handlers run one at a time, so that no step comes in between.
                var coordinator = emit.state
                let direction = coordinator.follow(step)
                emit(coordinator)
                if let direction { emit.effect(direction) }
            }
        }
    }
}

/// Looking around: each choice opens its page.
struct BrowseCoordinator: FlowCoordinator {
    mutating func follow(_ step: FlowStep) -> FlowDirection? {
        switch step {
        case .pageChosen(let route): .open(route)
        case .contactChosen(let id): .open(.contact(id.rawValue))
        case .editChosen(let id): .open(.editContact(id.rawValue))
        case .newContactChosen: .open(.newContact)
        case .left: .back
        case .confirmed, .rejected, .workDone, .workFailed, .formSubmitted, .removalChosen, .mergeChosen,
            .beginningChosen:
            nil
        }
    }
}

/// Choosing one contact for a script: the first choice ends the program, and so does leaving.
struct PickCoordinator: FlowCoordinator {
    mutating func follow(_ step: FlowStep) -> FlowDirection? {
        switch step {
        case .contactChosen(let id): .finish(id)
        case .left: .finish(nil)
        default: nil
        }
    }
}
