// One-shot messages for the view.

import Bloc

// snippet.show
final class LoginBloc: Bloc {
    enum Event { case loggedIn }
    enum Effect { case navigatedHome }
    typealias State = Bool
    let runtime: BlocRuntime<LoginBloc>

    init() {
        runtime = BlocRuntime(initialState: false) { bloc in
            bloc.on { event, emit in
                emit(true)
                emit.effect(.navigatedHome)
            }
        }
    }
}

let login = LoginBloc()
login.add(.loggedIn)
await login.close()
for await effect in login.effects { print(effect) }  // navigatedHome: buffered until now
// snippet.hide
