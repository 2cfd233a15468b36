// A state in a database with async functions.

import Bloc

struct Database: AsyncHydrationStorage {
    func read(_ key: String) async throws -> HydratedData? { nil }
    func write(_ batch: [String: HydratedData]) async throws -> [String: any Error] { [:] }
    func moveAside(_ key: String) async throws {}
    func keys() async throws -> [String] { [] }
}

final class CounterBloc: Bloc {
    enum Event { case incremented }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init(storage: any HydrationStorage) {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.hydrate(
                Hydration(key: "counter", storage: storage, encode: { Array("\($0)".utf8) }) { bytes, initial in
                    Int(String(decoding: bytes, as: UTF8.self)) ?? initial
                }
            )
            bloc.on { event, emit in emit(emit.state + 1) }
        }
    }
}

let database = Database()
// snippet.show
let storage = try await PrefetchedStorage(database)
let counter = CounterBloc(storage: storage)
// snippet.hide
counter.add(.incremented)
await counter.close()
