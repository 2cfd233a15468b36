import Bloc

nonisolated enum Page: Equatable, Sendable {
    case splash, login, home, settings

    /// Whether only a logged-in user may see the page.
    var isGuarded: Bool { self == .home || self == .settings }
}

/// A bloc that decides which page is shown; a guarded page that was requested is shown after the login.
final class PagesBloc: Bloc {
    enum Event: Equatable {
        case opened
        case requested(Page)
        case authenticationChanged(AuthenticationBloc.State)
    }
    struct State: Equatable, Sendable {
        var wanted = Page.home
        var authentication = AuthenticationBloc.State.unknown

        var page: Page {
            switch authentication {
            case .unknown: .splash
            case .unauthenticated: wanted.isGuarded ? .login : wanted
            case .authenticated: wanted == .login ? .home : wanted
            }
        }
    }
    let runtime: BlocRuntime<PagesBloc>

    init(authentication: AuthenticationBloc) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on(policy: .droppable, where: { $0 == .opened }) { _, emit in
                try await emit.onEach(authentication.states) { emit.add(.authenticationChanged($0)) }
            }
            bloc.on { event, emit in
                switch event {
                case .requested(let page): emit.update { $0.wanted = page }
                case .authenticationChanged(.unauthenticated) where emit.state.authentication != .unknown:
                    emit(State(authentication: .unauthenticated))  // After a logout, the next user starts at home.
                case .authenticationChanged(let state): emit.update { $0.authentication = state }
                case .opened: break  // Handled by the registration above.
                }
            }
        }
    }
}
