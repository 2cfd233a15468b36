import BlocTesting
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct SaverTests {
    /// Runs the saver's work where the test says so.
    private final class Work: Sendable {
        private let pending = Lock<[@Sendable () async -> Void]>([])

        var count: Int { pending.withLock { $0.count } }

        func add(_ work: @escaping @Sendable () async -> Void) {
            pending.withLock { $0.append(work) }
        }

        func run() async {
            let works = pending.withLock { pending in
                defer { pending = [] }
                return pending
            }
            for work in works { await work() }
        }
    }

    private let storage = InMemoryHydrationStorage()
    private let work = Work()
    private let errors = Log<String>()

    private func saver() -> Saver<Int> {
        let (work, errors) = (work, errors)
        return Saver(
            hydration: Hydration(
                key: "k",
                storage: storage,
                encode: { [UInt8($0)] },
                decode: { bytes, _ in Int(bytes[0]) }
            ),
            start: { work.add($0) },
            report: { errors.append($0.code.rawValue) }
        )
    }

    @Test("G70 one save runs at a time, and only the latest of several states is written")
    func coalescing() async {
        let saver = saver()
        for state in 1...5 { saver.stateChanged(state) }
        #expect(work.count == 1)
        await work.run()
        #expect(storage.writes == 1)
        #expect(storage.data["k"]?.bytes == [5])
        saver.stateChanged(6)
        saver.stateChanged(5)
        await work.run()
        #expect(storage.writes == 1, "equal bytes are not written again")
    }

    @Test("G72 a flush waits for the save, and returns its error")
    func flushing() async {
        let saver = saver()
        #expect(await saver.flush() == nil, "nothing is unsaved")
        storage.fail(true)
        saver.stateChanged(1)
        let work = work
        let failed = started { #expect(await saver.flush()?.code == .notSaved) }
        await work.run()
        await failed.value
        #expect(errors.entries == ["not-saved"])
        #expect(work.count == 0, "a failed save is not retried by itself")
        storage.fail(false)
        let flushed = started { #expect(await saver.flush() == nil) }
        await work.run()
        await flushed.value
        #expect(storage.data["k"]?.bytes == [1])
    }

    @Test("G55 a stopped saver saves nothing more, and a flush does not wait for it")
    func stopping() async {
        let saver = saver()
        saver.stateChanged(1)
        saver.stop()
        await work.run()
        saver.stateChanged(2)
        #expect(work.count == 0)
        #expect(storage.data.isEmpty)
        #expect(await saver.flush() == nil)
    }
}

@Suite(.watched) struct SaveStateMachineTests {
    private typealias Machine = SaveStateMachine<Int>

    private static let error = HydrationError(.notSaved, key: "k")

    @Test("a state published during a save is saved next")
    func duringSave() {
        var machine = Machine()
        #expect(machine.changed(1) == true)
        guard case .save(1) = machine.next() else {
            Issue.record("1 is unsaved.")
            return
        }
        #expect(machine.changed(2) == false, "the running save goes on with it")
        guard case .save(2) = machine.next() else {
            Issue.record("2 is unsaved.")
            return
        }
        guard case .rest(let waiting, nil) = machine.next() else {
            Issue.record("Everything is saved.")
            return
        }
        #expect(waiting.isEmpty)
        #expect(machine.changed(3) == true)
    }

    @Test("a state that failed stays unsaved unless a newer one was published")
    func failing() {
        var machine = Machine()
        _ = machine.changed(1)
        _ = machine.next()
        let resumed = machine.failed(1, Self.error)
        #expect(resumed?.count == 0)
        #expect(machine.changed(1) == true, "a change begins again")
        _ = machine.next()
        _ = machine.changed(2)
        let notResumed = machine.failed(1, Self.error)
        #expect(notResumed == nil, "the newer state is saved now")
        guard case .save(2) = machine.next() else {
            Issue.record("2 is unsaved.")
            return
        }
    }
}
