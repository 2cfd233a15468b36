// A message to every bloc that registered for it.

import Bloc

// snippet.show
struct SignedOut: Sendable {}

final class DraftBloc: Bloc {
    enum Event {
        case typed(String)
        case signedOut
    }
    typealias State = String
    let runtime: BlocRuntime<DraftBloc>

    init() {
        runtime = BlocRuntime(initialState: "") { bloc in
            bloc.onBroadcast(SignedOut.self) { _ in .signedOut }
            bloc.on { event, emit in
                switch event {
                case .typed(let text): emit(text)
                case .signedOut: emit("")
                }
            }
        }
    }
}

let manager = BlocManager()
let draft = manager.bloc(for: BlocKey<DraftBloc>("draft", id: 1)) { DraftBloc() }
draft.add(.typed("Dear Ada"))
manager.broadcast(SignedOut())
print(draft.state.isEmpty)  // true
// snippet.hide
precondition(draft.state.isEmpty)
await manager.closeAll()
