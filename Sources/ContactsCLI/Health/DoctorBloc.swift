import Bloc
import Repository
import Services

typealias DoctorBloc = RepositoryLoadBloc<DoctorEvent, [HealthFinding]>

extension DoctorBloc {
    static var key: BlocKey<DoctorBloc> { BlocKey("doctor") }

    convenience init(service: any HealthService) {
        // A repair and an examination must not run at the same time.
        self.init(key: Self.key, policy: .sequential) { event, _ in
            switch event {
            case .requested(let request): try await service.examine(request)
            }
        }
    }
}

enum DoctorEvent: Codable, Sendable {
    case requested(HealthRequest)
}
