// A server that ends: what it accepted is finished and saved, and what is left is known.

import Bloc

// snippet.show
final class RoomBloc: Bloc {
    enum Event: Equatable {
        case opened
        case posted(String)
    }
    typealias State = [String]
    let runtime: BlocRuntime<RoomBloc>

    init(
        archive: @escaping @Sendable (String) async throws -> Void,
        ping: @escaping @Sendable () async throws -> Void
    ) {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.mailboxLimit = MailboxLimit(capacity: 1000, overflow: .reject)
            bloc.on({ if case .posted(let text) = $0 { text } else { nil } }, policy: .sequential) { text, emit in
                try await archive(text)
                emit.update { $0.append(text) }
            }
            bloc.on(lane: .background("ping"), where: { $0 == .opened }) { _, emit in
                while true {
                    try await ping()
                    try await emit.sleep(for: .seconds(30))
                }
            }
        }
    }
}
// snippet.hide

let manager = BlocManager()
let room = manager.bloc(for: BlocKey<RoomBloc>("room", id: 7)) {
    RoomBloc(archive: { _ in await Task.yield() }, ping: {})
}
room.add(.opened)
room.add(.posted("hello"))
room.add(.posted("goodbye"))

// snippet.shutdown
let left = await manager.shutDown(.seconds(10))
for leftover in left {
    print(leftover)  // room/7: 2 events dropped, 1 handler cut off, state not saved
}
// snippet.end
precondition(left.isEmpty && room.state == ["hello", "goodbye"])
