// A state that outlives the program.

import Bloc

struct FileStorage: HydrationStorage {
    var identity: any Hashable & Sendable { "files" }
    func read(_ key: String) throws -> HydratedData? { nil }
    func write(_ data: HydratedData, for key: String) throws {}
    func moveAside(_ key: String) throws {}
}

// snippet.show
final class CounterBloc: Bloc {
    struct Unreadable: Error {}
    enum Event { case incremented }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init(storage: any HydrationStorage) {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.hydrate(
                Hydration(key: "counter", storage: storage) { state in
                    Array("\(state)".utf8)
                } decode: { bytes, _ in
                    guard let state = Int(String(decoding: bytes, as: UTF8.self)) else { throw Unreadable() }
                    return state
                }
            )
            bloc.on { event, emit in emit(emit.state + 1) }
        }
    }
}
// snippet.hide

let counter = CounterBloc(storage: FileStorage())
counter.add(.incremented)
await counter.close()
