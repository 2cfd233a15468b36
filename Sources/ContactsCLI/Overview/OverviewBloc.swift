import Bloc
import Repository
import Services

/// The numbers of everything that is stored.
final class OverviewBloc: Bloc {
    typealias Event = OverviewEvent
    typealias State = OverviewState

    static let key = BlocKey<OverviewBloc>("overview")

    let runtime: BlocRuntime<OverviewBloc>

    init(service: any OverviewService) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            // Whoever asks again wants the numbers of now.
            bloc.on(policy: .restartable) { event, emit in
                emit(.loading)
                do {
                    switch event {
                    case .requested: emit(.data(try await service.overview()))
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }
}

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

/// What the numbers of everything are told.
enum OverviewEvent: Codable, Sendable {
    /// They were asked for.
    case requested
}

/// What the numbers of everything show.
enum OverviewState: Codable, Equatable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// Everything is being counted.
    case loading
    /// The numbers.
    case data(StoreOverview)
    /// They could not be read.
    case failure(RepositoryError)
}
