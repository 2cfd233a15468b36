// What the three ways to close do to an event that waits for its turn.

import Bloc

final class OutboxBloc: Bloc {
    enum Event { case written(String) }
    typealias State = [String]
    let runtime: BlocRuntime<OutboxBloc>

    init(send: @escaping @Sendable (String) async throws -> Void) {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on(policy: .sequential) { event, emit in
                switch event {
                case .written(let mail):
                    try await send(mail)
                    emit.update { $0.append(mail) }
                }
            }
        }
    }
}
func outbox() -> OutboxBloc { OutboxBloc { _ in await Task.yield() } }

// snippet.show
let cancelled = outbox()
let lost = cancelled.add(.written("Dear Ada"))
await cancelled.close()
print(await lost.outcome)  // cancelled: sending was cut off

let drained = outbox()
drained.add(.written("Dear Ada"))
drained.add(.written("Dear Grace"))
await drained.close(.drain)
print(drained.state.count)  // 2: both were sent

let patient = outbox()
patient.add(.written("Dear Ada"))
await patient.close(.deadline(.seconds(5)))  // drains for 5 seconds at most
print(await patient.add(.written("Dear Alan")).outcome)  // dropped(closed)
// snippet.hide
precondition(drained.state.count == 2)
