import Bloc
import Repository
import Services

/// The birthdays that come next; a new request takes the place of the one before it.
final class BirthdayBloc: Bloc {
    typealias Event = BirthdayEvent
    typealias State = BirthdayState

    static let key = BlocKey<BirthdayBloc>("birthdays")

    let runtime: BlocRuntime<BirthdayBloc>

    init(service: any BirthdayService) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            bloc.on(policy: .restartable) { event, emit in
                switch event {
                case .requested(let request):
                    emit(.loading)
                    do {
                        emit(.listed(try await service.birthdays(request)))
                    } catch {
                        emit(.failure(try RepositoryError.unlessCancelled(error)))
                    }
                }
            }
        }
    }
}

/// What the view of birthdays is told.
enum BirthdayEvent: Codable, Sendable {
    /// Birthdays were asked for.
    case requested(BirthdayRequest)
}

/// What the view of birthdays shows.
enum BirthdayState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// The birthdays are being looked for.
    case loading
    /// The birthdays are there, the next one first.
    case listed(BirthdayList)
    /// The contacts could not be read.
    case failure(RepositoryError)
}
