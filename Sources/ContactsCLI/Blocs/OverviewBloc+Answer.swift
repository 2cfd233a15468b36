import Bloc
import Repository

extension OverviewBloc {
    /// Asks for the numbers, and waits for them.
    ///
    /// - Throws: The failure that the bloc shows; `CancellationError` when nothing was counted.
    func answer() async throws -> StoreOverview {
        let outcome = await add(.requested).outcome
        switch state {
        case .data(let overview): return overview
        case .failure(let error): throw error
        case .initial, .loading:
            // The bloc was closed, or the command is cancelled.
            if case .failed(let error) = outcome { throw error }
            throw CancellationError()
        }
    }
}
