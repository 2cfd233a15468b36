import Bloc
import Repository
import Services

/// The next birthdays; a new request replaces the one before it.
typealias BirthdayBloc = RepositoryLoadBloc<BirthdayEvent, BirthdayList>

extension BirthdayBloc {
    static var key: BlocKey<BirthdayBloc> { BlocKey("birthdays") }

    convenience init(service: any BirthdayService) {
        self.init(key: Self.key, policy: .restartable) { event, _ in
            switch event {
            case .requested(let request): try await service.birthdays(request)
            }
        }
    }
}

enum BirthdayEvent: Codable, Sendable {
    case requested(BirthdayRequest)
}
