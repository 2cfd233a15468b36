import Bloc
import BlocTesting
import Foundation
import TestWatch
import Testing

@Suite(.watched) struct SavingTests {
    private let storage = GatedStorage()
    private let log = Log<String>()

    private func cubit(_ key: String = "k", _ storage: (any HydrationStorage)? = nil) -> NumberCubit {
        let storage = storage ?? self.storage
        return NumberCubit(0) { cubit in
            cubit.hydrate(key, storage)
            cubit.logSaving(to: log)
        }
    }

    /// A cubit with another key whose write is blocked, so that what is saved now waits in the queue.
    private func blocked() async -> NumberCubit {
        let other = cubit("other")
        other.emit(1)
        await storage.batches.wait(forCount: 1)
        return other
    }

    // MARK: Closing

    @Test("G41a a bloc is saved before close returns, also a state that a drain produced", arguments: [false, true])
    func closing(drains: Bool) async throws {
        let (work, begun, log) = (Signal(), Signal(), log)
        let bloc = NumberBloc(0) { bloc in
            bloc.hydrate("k", storage)
            bloc.logSaving(to: log)
            bloc.on { event, emit in
                begun.fire()
                await work.wait()
                emit(event)
            }
        }
        let receipt = bloc.add(7)
        await begun.wait()
        if !drains {
            work.fire()
            _ = await receipt.outcome
        }
        let closing = started {
            await bloc.close(drains ? .drain : .cancel)
            log.append("closed")
        }
        work.fire()
        await storage.batches.wait(forCount: 1)
        #expect(log.entries == [])
        storage.gate.fire()
        await closing.value
        #expect(log.entries == ["onClose", "closed"])
        #expect(storage.numbers == ["k": 7])
        try await bloc.flush()
    }

    @Test("G41a a bloc that is released without close is saved")
    func released() async {
        storage.gate.fire()
        do {
            let cubit = cubit()
            cubit.emit(3)
        }
        await log.wait(forCount: 1)
        #expect(storage.numbers == ["k": 3])
        #expect(log.entries == ["onClose"])
    }

    @Test("G41a closing repeats a failed save and reports it once", arguments: [false, true])
    func failing(before: Bool) async throws {
        storage.gate.fire()
        storage.fail(["k"])
        let cubit = cubit()
        cubit.emit(7)
        if before { await log.wait(forCount: 1) }
        await cubit.close()
        #expect(log.entries.last == "onClose")
        #expect(log.entries.dropLast().allSatisfy { $0 == "not-saved" } && log.entries.count > 1)
        if before { #expect(log.entries.count == 2, "reported once") }
        #expect(await cubit.flushCode() == .notSaved)
        #expect(storage.numbers == [:])

        let (another, count) = (self.cubit(), log.entries.count)
        another.emit(8)
        await log.wait(forCount: count + 1)
        storage.fail([])
        await another.close()
        #expect(storage.numbers == ["k": 8])
    }

    @Test("G41 a hydrated bloc that closed is not retained, neither after a failed save nor when it was superseded")
    func notRetained() async {
        storage.gate.fire()
        storage.fail(["k"])
        weak var failed: NumberCubit?
        weak var core: BlocCore<NumberCubit>?
        do {
            let old = cubit()
            failed = old
            core = old.core
            old.emit(1)
            let new = cubit()
            await old.close()
            new.emit(2)
            await new.close()
        }
        #expect(failed == nil)
        await log.wait { $0.count { $0 == "onClose" } == 2 }
        while core != nil { await Task.yield() }
    }

    // MARK: Successors

    @Test("G41a a successor drops the queued save of the old bloc, which saves nothing any more")
    func supersededInQueue() async throws {
        let other = await blocked()
        let old = cubit()
        old.emit(1)
        let flush = started { #expect(await old.flushCode() == .superseded) }
        let new = cubit()
        #expect(new.state == 0)
        await flush.value
        #expect(log.entries == ["superseded"])
        old.emit(2)
        storage.gate.fire()
        #expect(await old.flushCode() == .superseded)
        try await new.flush()
        #expect(storage.numbers["k"] == nil)
        new.emit(3)
        try await new.flush()
        await old.close()
        await new.close()
        await other.close()
        #expect(storage.numbers["k"] == 3)
        #expect(log.entries.count { $0 == "superseded" } == 1, "reported once")
        #expect(await old.flushCode() == .superseded, "after close, too")
    }

    @Test("G41a a successor takes over the save that is under way, without waiting for it")
    func supersededUnderWay() async throws {
        let old = cubit()
        old.emit(1)
        await storage.batches.wait(forCount: 1)
        old.emit(5)
        let flush = started { #expect(await old.flushCode() == .superseded) }
        let new = cubit()
        #expect(new.state == 1, "the state that is being written, not an older one")
        await flush.value
        await old.close()
        #expect(log.entries == ["superseded", "onClose"])
        new.emit(2)
        storage.gate.fire()
        try await new.flush()
        #expect(storage.numbers == ["k": 2])
        #expect(storage.batches.entries == [["k"], ["k"]], "5 was dropped")
        await new.close()
    }

    @Test("G41a a save that was taken over and fails is the successor's to report and to repeat")
    func takenOverAndFailed() async throws {
        storage.fail(["k"])
        let old = cubit()
        old.emit(1)
        await storage.batches.wait(forCount: 1)
        let new = cubit()
        let log = log
        let flush = started { #expect(await new.flushCode() == .notSaved) }
        storage.gate.fire()
        await flush.value
        #expect(log.entries == ["superseded", "not-saved"])
        storage.fail([])
        try await new.flush()
        #expect(storage.numbers == ["k": 1])
        await old.close()
        await new.close()
    }

    @Test("G55 a successor of a bloc that closed is restored from its last state")
    func successorAfterClose() async {
        storage.gate.fire()
        for number in 1...200 {
            let cubit = cubit()
            #expect(cubit.state == number - 1)
            cubit.emit(number)
            await cubit.close()
        }
    }

    @Test("G41a storages with different identities do not supersede each other")
    func identities() async throws {
        let storages = (1...2).map { _ in GatedStorage(isOpen: true) }
        let cubits = storages.map { cubit("k", $0) }
        for (number, cubit) in cubits.enumerated() { cubit.emit(number + 1) }
        for cubit in cubits { await cubit.close() }
        #expect(storages.map(\.numbers) == [["k": 1], ["k": 2]])
    }

    // MARK: Batches

    @Test("G70 G72 what waits for a storage is one batch, of which only failed entries are tried again")
    func batch() async throws {
        storage.fail(["b"])
        let other = await blocked()
        let cubits = ["a", "b", "c"].map { cubit($0) }
        for cubit in cubits { cubit.emit(1) }
        storage.gate.fire()
        try await cubits[0].flush()
        try await cubits[2].flush()
        #expect(storage.batches.entries.prefix(2) == [["other"], ["a", "b", "c"]])
        #expect(storage.numbers == ["other": 1, "a": 1, "c": 1])
        #expect(log.entries == ["not-saved"])
        #expect(await cubits[1].flushCode() == .notSaved)
        #expect(cubits[1].state == 1)
        storage.fail([])
        storage.failsWhole.value = true
        #expect(await cubits[1].flushCode() == .notSaved, "an error that a whole batch throws is that of each entry")
        storage.failsWhole.value = false
        try await cubits[1].flush()
        #expect(storage.numbers["b"] == 1)
        for cubit in cubits + [other] { await cubit.close() }
    }

    @Test("G70 only the latest of several states is encoded and written, and the same bytes not again")
    func coalescing() async throws {
        let encoded = Log<Int>()
        let tens = Hydration<Int>(key: "k", storage: storage) { state in
            encoded.append(state)
            return Array("\(state / 10)".utf8)
        } decode: { _, initial in
            initial
        }
        let cubit = NumberCubit(0) { $0.hydrate(tens) }
        cubit.emit(10)
        await storage.batches.wait(forCount: 1)
        for number in 20...41 { cubit.emit(number) }
        storage.gate.fire()
        for _ in 1...2 { try await cubit.flush() }
        for (number, batches) in [(42, 2), (51, 3)] {
            cubit.emit(number)
            try await cubit.flush()
            #expect(storage.batches.entries.count == batches)
        }
        #expect(encoded.entries == [10, 41, 42, 51])
        await cubit.close()
    }

    @Test("G72 a failed save is not repeated until the next change or flush")
    func failedOnce() async throws {
        storage.gate.fire()
        storage.fail(["k"])
        let cubit = cubit()
        cubit.emit(1)
        #expect(await cubit.flushCode() == .notSaved)
        let count = storage.batches.entries.count
        let other = self.cubit("other")
        other.emit(1)
        try await other.flush()
        #expect(storage.batches.entries.filter { $0.contains("k") }.count == count)
        storage.fail([])
        cubit.emit(2)
        try await cubit.flush()
        #expect(storage.numbers["k"] == 2)
        await cubit.close()
        await other.close()
    }

    // MARK: Threads

    @Test("G70 storages that block, more than there are cores, do not delay a task or other storages")
    func blockedStorages() async throws {
        let storages = (0..<ProcessInfo.processInfo.activeProcessorCount * 2 + 2).map { _ in GatedStorage() }
        let cubits = storages.map { cubit("k", $0) }
        for cubit in cubits { cubit.emit(1) }
        for storage in storages { await storage.batches.wait(forCount: 1) }
        // All of them block now. More tasks than cores run nevertheless.
        await race(storages.count) { _ in await Task.yield() }
        let free = cubit("k", GatedStorage(isOpen: true))
        free.emit(1)
        try await free.flush()
        for storage in storages { storage.gate.fire() }
        for cubit in cubits + [free] { await cubit.close() }
        #expect(storages.allSatisfy { $0.numbers == ["k": 1] })
    }

    @Test("G70 the keys of a storage can be listed, and a storage that cannot list them throws")
    func keys() throws {
        let memory = InMemoryHydrationStorage()
        for key in ["a", "b/1"] { try memory.write(HydratedData(version: 1, bytes: []), for: key) }
        #expect(try memory.keys().sorted() == ["a", "b/1"])
        let error = #expect(throws: HydrationError.self) { try storage.keys() }
        #expect(error?.code == .cannotList)
    }

    // MARK: Restoring

    private static func text(_ text: String) -> HydratedData {
        HydratedData(version: 1, bytes: Array(text.utf8))
    }

    @Test("G70 a state is saved under its explicit key, and restored at creation, which is a transition")
    func saveAndRestore() async throws {
        let memory = InMemoryHydrationStorage()
        func counter() -> NumberCubit {
            NumberCubit(0) { cubit in
                cubit.hydrate(.number("counter", id: "left", memory))
                cubit.onTransition { log.append("\($0.current) \($0.trigger.word) \($0.next)") }
            }
        }
        let first = counter()
        first.emit(41)
        await first.close()
        #expect(memory.data == ["counter/left": Self.text("41")])
        let second = counter()
        #expect(second.state == 41)
        #expect(log.entries == ["0 method 41", "0 restore 41"])
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
        let bloc = NumberCubit(0) { $0.hydrate(hydration) }
        #expect(bloc.state == 41)
        bloc.emit(42)
        try await bloc.flush()
        #expect(storage.data[hydration.key] == Self.text("42"))
        await bloc.close()
    }

    @Test("G71 a storage that cannot be read is reported and not written to")
    func unreadable() async throws {
        let memory = InMemoryHydrationStorage(["k": Self.text("7")])
        memory.fail(true)
        let cubit = cubit("k", memory)
        memory.fail(false)
        cubit.emit(1)
        try await cubit.flush()
        #expect(memory.data == ["k": Self.text("7")])
        #expect(log.entries.first == "unreadable")
        await cubit.close()
    }
}

extension StateSource {
    /// The code of the error that a flush throws.
    func flushCode() async -> HydrationError.Code? {
        do {
            try await flush()
            return nil
        } catch {
            return (error as? HydrationError)?.code
        }
    }
}
