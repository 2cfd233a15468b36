// The four built-in policies, given the same two events: B arrives while A works.

import Bloc

// snippet.show
final class WorkBloc: Bloc {
    typealias Event = String
    typealias State = [String]
    let runtime: BlocRuntime<WorkBloc>

    init(policy: EventPolicy<String>, work: @escaping @Sendable (String) async -> Void) {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on(policy: policy) { event, emit in
                emit.update { $0.append("\(event) begins") }
                await work(event)
                emit.update { $0.append("\(event) ends") }
            }
        }
    }
}
// snippet.hide

for (name, policy) in [
    ("concurrent", EventPolicy<String>.concurrent), ("sequential", .sequential), ("droppable", .droppable),
    ("restartable", .restartable),
] {
    let (finished, finisher) = AsyncStream.makeStream(of: Void.self)
    let bloc = WorkBloc(policy: policy) { event in
        // A works until it is told to finish, or is cancelled; B has nothing to do.
        if event == "A" { for await _ in finished {} }
    }
    var states = bloc.changes.makeAsyncIterator()
    let first = bloc.add("A")
    _ = await states.next()
    let second = bloc.add("B")
    if name == "concurrent" || name == "restartable" { _ = await second.outcome }
    finisher.finish()
    let outcomes = (await first.outcome, await second.outcome)
    print(name, bloc.state, "A \(outcomes.0), B \(outcomes.1)")
    await bloc.close()
}
