import Bloc
import Repository
import Services

extension DuplicateBloc {
    /// Adds an event, and waits for the state that comes of it.
    ///
    /// - Throws: The failure that the bloc shows; `CancellationError` when the event was not handled.
    func answer(_ event: DuplicateEvent) async throws -> DuplicateState {
        let outcome = await add(event).outcome
        switch state {
        case .found, .preview, .merged: return state
        case .failure(let error): throw error
        case .initial, .working:
            // The bloc was closed, or the command is cancelled.
            if case .failed(let error) = outcome { throw error }
            throw CancellationError()
        }
    }
}
