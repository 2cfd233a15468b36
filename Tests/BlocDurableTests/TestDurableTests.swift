import Bloc
import BlocDurable
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct TestDurableTests {
    /// Runs a scenario in which a job is done and another bloc is sent a number.
    private static func scenario(
        _ call: @escaping @Sendable (DurableTestRun, DurableWork<CounterBloc>) async throws -> String
    ) async throws {
        try await testDurable(clock: BlocClock(ManualClock())) { host, run in
            host.register(CounterBloc.self) { durable in
                CounterBloc(durable) { _, work in work.add(.worked(try await call(run, work))) }
            }
        } act: { run in
            let key = CounterBloc.key("a")
            try await run.add(.work("x"), to: key)
            try await run.state(of: key) { $0.done.count == 1 }
            try await run.add(.send(7, to: "b"), to: key)
            try await run.state(of: CounterBloc.key("b")) { $0.sum == 7 }
        }
    }

    @Test("D11 a scenario leads to the same with a crash before and after each commit")
    func same() async throws {
        try await Self.scenario { run, work in
            try await work.once("call") { key in
                run.noteCall(key)
                return "done"
            }
        }
    }

    @Test("D11 the first crash that changes something is named")
    func differs() async throws {
        // Each run of the work makes another call: it isn't recorded.
        let error = await #expect(throws: DurableDifference.self) {
            let last = Log<String>()
            try await Self.scenario { run, work in
                last.append("call")
                run.noteCall("\(last.entries.count)")
                return "done"
            }
        }
        #expect(error?.description.hasPrefix("A crash before commit 1 changes the calls: ") == true)
    }
}
