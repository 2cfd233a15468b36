import Bloc
import BlocKit
import Repository

typealias RepositoryLoadBloc<Event: Sendable, Content: Equatable & Sendable> = LoadBloc<
    Event, Content, RepositoryError
>

extension LoadBloc where Failure == RepositoryError {
    /// Creates a bloc whose failures are data layer errors; any other error is shown as a bug.
    convenience init(
        key: BlocKey<LoadBloc>,
        policy: EventPolicy<Event>,
        keepsContent: Bool = true,
        load: @escaping Load
    ) {
        self.init(
            name: key.name,
            policy: policy,
            keepsContent: keepsContent,
            failure: { error, _ in RepositoryError(shown: error) },
            load: load
        )
    }
}

extension LoadBloc where Failure: Error {
    /// Adds an event and waits for the content it loads.
    func content(of event: Event) async throws -> Content {
        guard let content = try await answer(to: event).get() else { throw CancellationError() }
        return content
    }
}

/// The event of a bloc that only loads the content for a request.
enum RequestEvent<Request: Codable & Sendable>: Codable, Sendable {
    case requested(Request)

    var request: Request {
        switch self {
        case .requested(let request): request
        }
    }
}

extension RepositoryError {
    /// Converts an error for display in a state: any error from outside the data layer is a bug.
    init(shown error: any Error) {
        self =
            error as? RepositoryError
            ?? RepositoryError(.internal, "Something unexpected went wrong (\(type(of: error))). Please report it.")
    }
}

/// Broadcast to all blocs after a contact was changed by this process and stored.
struct ContactSaved: Sendable {
    let contact: Contact
}

/// Broadcast to all blocs after contacts were added, removed or changed, so that lists reload.
struct ContactsChanged: Sendable {}

struct ErrorReporter: BlocObserver {
    let errors: ErrorService

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        errors.report(error)
    }
}

extension Bloc {
    /// Adds an event and waits for its answer; until then, passes each state that the bloc publishes to a closure.
    ///
    /// Some of those states may belong to other events of the bloc.
    func answer(to event: Event, following show: (State) -> Void) async throws -> State {
        let (states, feed) = AsyncStream.makeStream(of: State.self)
        let token = observe { feed.yield($0) }
        defer { token.cancel() }
        async let answer = {
            defer { feed.finish() }
            return try await self.answer(to: event)
        }()
        for await state in states { show(state) }
        return try await answer
    }
}
