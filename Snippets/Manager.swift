// Blocs by key: created once, found anywhere, closed together.

import Bloc

final class InboxBloc: Bloc {
    enum Event { case received(String) }
    typealias State = [String]
    let runtime: BlocRuntime<InboxBloc>

    init() {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on { event, emit in
                switch event {
                case .received(let message): emit.update { $0.append(message) }
                }
            }
        }
    }
}

// snippet.show
extension BlocKey where B == InboxBloc {
    static var inbox: BlocKey { BlocKey("inbox") }
}

let manager = BlocManager()
let session = manager.scope("session")
let inbox = session.bloc(for: .inbox) { InboxBloc() }
manager.add(.received("hello"), to: BlocKey.inbox)
print(inbox.state)  // ["hello"]

await session.close()
print(manager.find(BlocKey.inbox) == nil)  // true
// snippet.hide
precondition(inbox.isClosed)
