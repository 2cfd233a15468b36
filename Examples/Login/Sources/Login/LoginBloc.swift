import Bloc

/// The login form: a name, a password, and one attempt at a time.
final class LoginBloc: Bloc {
    enum Event: Equatable {
        case nameChanged(String)
        case passwordChanged(String)
        case submitted
    }
    enum Status { case editing, submitting, failed }
    struct State: Equatable, Sendable {
        var name = ""
        var password = ""
        var status = Status.editing

        var isValid: Bool { !name.isEmpty && !password.isEmpty }
    }
    let runtime: BlocRuntime<LoginBloc>

    init(service: any AuthenticationService, authentication: AuthenticationBloc) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on(policy: .droppable, where: { $0 == .submitted }) { _, emit in
                let form = emit.state
                guard form.isValid else { return }
                emit.update { $0.status = .submitting }
                do {
                    let user = try await service.logIn(name: form.name, password: form.password)
                    authentication.add(.loggedIn(user))
                    emit(State())
                } catch {
                    emit.update { $0.status = .failed }
                }
            }
            bloc.on { event, emit in
                emit.update { form in
                    form.status = .editing
                    switch event {
                    case .nameChanged(let name): form.name = name
                    case .passwordChanged(let password): form.password = password
                    case .submitted: break  // Handled by the registration above.
                    }
                }
            }
        }
    }
}
