import Bloc
import Repository

extension ContactBloc {
    /// Adds an event about one contact, and waits for what comes of it.
    ///
    /// - Returns: The contact that was found or saved.
    /// - Throws: The failure that the bloc shows; `CancellationError` when the event was not handled.
    func answer(_ event: ContactEvent) async throws -> Contact {
        guard let contact = try await answers(event).first else { throw CancellationError() }
        return contact
    }

    /// Adds an event about several contacts, and waits for what comes of it.
    ///
    /// - Returns: The contacts that were found or changed.
    /// - Throws: The failure that the bloc shows; `CancellationError` when the event was not handled.
    func answers(_ event: ContactEvent) async throws -> [Contact] {
        let outcome = await add(event).outcome
        switch state {
        case .found(let contact), .saved(let contact): return [contact]
        case .selected(let contacts), .changed(let contacts), .removed(let contacts): return contacts
        case .failure(let error): throw error
        case .initial, .loading:
            // The bloc was closed, or the command is cancelled.
            if case .failed(let error) = outcome { throw error }
            throw CancellationError()
        }
    }
}
