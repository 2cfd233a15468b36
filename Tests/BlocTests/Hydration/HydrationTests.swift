import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct HydrationTests {
    private func counter(_ storage: InMemoryHydrationStorage, log: Log<String> = Log()) -> NumberCubit {
        NumberCubit(0) { cubit in
            cubit.hydrate(.number("counter", id: "left", storage))
            cubit.onTransition { log.append("\($0.current) \($0.trigger.word) \($0.next)") }
            cubit.logSaving(to: log)
        }
    }

    private static func text(_ text: String) -> HydratedData {
        HydratedData(version: 1, bytes: Array(text.utf8))
    }

    @Test("G70 a state is saved under its explicit key and restored at creation")
    func saveAndRestore() async throws {
        let storage = InMemoryHydrationStorage()
        let first = counter(storage)
        first.emit(41)
        try await first.flush()
        #expect(storage.data == ["counter/left": Self.text("41")])
        await first.close()

        let log = Log<String>()
        let second = counter(storage, log: log)
        #expect(second.state == 41)
        #expect(log.entries == ["0 restore 41"])
        await second.close()
    }

    @Test("G51 key and id are told apart in storage")
    func slashes() {
        let storage = InMemoryHydrationStorage()
        let pairs: [(String, String?)] = [
            ("room", "a/7"), ("room/a", "7"), ("room/a/7", nil), ("room%2Fa", "7"), ("room", nil),
        ]
        #expect(Set(pairs.map { Hydration.number($0, id: $1, storage).key }).count == pairs.count)
        #expect(Hydration.number("room", id: "a", storage).key == "room/a")
    }

    @Test("G51 a state that an earlier version saved under the joined text is restored, and saved under the new key")
    func earlierKey() async throws {
        let storage = InMemoryHydrationStorage()
        let hydration = Hydration.number("room", id: "a/7", storage)
        try storage.write(Self.text("41"), for: "room/a/7")
        let bloc = NumberBloc(0) { bloc in
            bloc.hydrate(hydration)
            bloc.on { event, emit in emit(event) }
        }
        #expect(bloc.state == 41)
        bloc.add(42)
        try await bloc.flush()
        #expect(storage.data[hydration.key] == Self.text("42"))
        await bloc.close()
    }

    @Test("G71 a storage that cannot be read is reported and not written to")
    func unreadable() async throws {
        let storage = InMemoryHydrationStorage(["counter/left": Self.text("7")])
        storage.fail(true)
        let log = Log<String>()
        let bloc = counter(storage, log: log)
        storage.fail(false)
        bloc.emit(1)
        try await bloc.flush()
        #expect(storage.data == ["counter/left": Self.text("7")])
        #expect(log.entries.first == "unreadable")
        await bloc.close()
    }

    @Test("G70 reports do not count the runtime's own subscription")
    func report() async {
        let manager = BlocManager()
        let key = BlocKey<NumberCubit>("counter")
        _ = manager.bloc(for: key) { counter(InMemoryHydrationStorage()) }
        #expect(manager.report().map(\.subscribers) == [0])
        #expect(manager.leaks().isEmpty)
        await manager.closeAll()
    }
}
