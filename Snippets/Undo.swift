// Changes that can be undone.

import Bloc

// snippet.show
final class DraftBloc: Bloc {
    enum Event { case typed(String) }
    typealias State = String
    let runtime: BlocRuntime<DraftBloc>

    init() {
        runtime = BlocRuntime(initialState: "") { bloc in
            bloc.history(limit: 50)
            bloc.on { event, emit in
                switch event {
                case .typed(let text): emit(text)
                }
            }
        }
    }
}

let draft = DraftBloc()
draft.add(.typed("Dear"))
draft.add(.typed("Dear Ada"))
draft.undo()
print(draft.state, draft.canRedo)  // Dear true
draft.add(.typed("Dear Grace"))
print(draft.canRedo)  // false: a new change clears what could be redone
// snippet.hide
