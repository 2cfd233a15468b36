import Bloc

nonisolated struct User: Equatable, Sendable {
    let name: String
}

nonisolated protocol AuthenticationService: Sendable {
    /// Returns the user of the last run, if the session is still valid.
    func restoredUser() async throws -> User?
    func logIn(name: String, password: String) async throws -> User
    func logOut() async
}

/// A bloc that keeps track of who is logged in.
final class AuthenticationBloc: Bloc {
    enum Event: Equatable {
        case opened
        case loggedIn(User)
        case loggedOut
    }
    enum State: Equatable, Sendable {
        case unknown, unauthenticated
        case authenticated(User)
    }
    let runtime: BlocRuntime<AuthenticationBloc>

    init(service: any AuthenticationService) {
        runtime = BlocRuntime(initialState: .unknown) { bloc in
            // In order, so that a login that follows a logout can't overtake it.
            bloc.on(policy: .sequential) { event, emit in
                switch event {
                case .opened:
                    let user = try? await service.restoredUser()
                    emit(user.map { .authenticated($0) } ?? .unauthenticated)
                case .loggedIn(let user):
                    emit(.authenticated(user))
                case .loggedOut:
                    emit(.unauthenticated)
                    await service.logOut()
                }
            }
        }
    }
}
