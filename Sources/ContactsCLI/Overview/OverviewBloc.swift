import Bloc
import Repository
import Services

/// The numbers of everything that is stored; a new request replaces the one before it.
typealias OverviewBloc = RepositoryLoadBloc<OverviewEvent, StoreOverview>

extension OverviewBloc {
    static var key: BlocKey<OverviewBloc> { BlocKey("overview") }

    convenience init(service: any OverviewService) {
        self.init(key: Self.key, policy: .restartable) { event, _ in
            switch event {
            case .requested: try await service.overview()
            }
        }
    }
}

enum OverviewEvent: Codable, Sendable {
    case requested
}
