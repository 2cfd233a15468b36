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

/// Handlers for payloads, work for a condition, and an observer of the bloc's own.
@Suite(.watched) struct DurableBuilderTests {
    private final class SwitchBloc: DurableBloc {
        enum Event: Codable, Sendable {
            case turned(on: Bool)
            case worked
        }
        struct State: Codable, Equatable { var isOn = false, count = 0 }
        let runtime: BlocRuntime<SwitchBloc>

        init(_ durable: Durable<SwitchBloc>, _ observer: some BlocObserver) {
            runtime = durable.runtime(initialState: State()) { bloc in
                bloc.observer = observer
                bloc.on({ if case .turned(let isOn) = $0 { isOn } else { nil } }) { isOn, emit in
                    emit.update { $0.isOn = isOn }
                }
                bloc.on { _, emit in emit.update { ($0.isOn, $0.count) = (false, $0.count + 1) } }
                bloc.when(\.isOn) { work in if !work.isOver { work.add(.worked) } }
            }
        }
    }

    private struct StateCounter: BlocObserver {
        let states = Log<Int>()

        func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
            if let state = transition.next as? SwitchBloc.State { states.append(state.count) }
        }
    }

    @Test("G90 work for a condition runs only while it holds")
    func condition() async throws {
        let observer = StateCounter()
        let host = try await DurableHost(store: MemoryStore(), manager: BlocManager()) { host in
            host.register(SwitchBloc.self) { SwitchBloc($0, observer) }
        }
        let key = SwitchBloc.key("a")
        _ = try await host.add(.turned(on: false), to: key).committed
        #expect(try await host.bloc(key).state == SwitchBloc.State())
        _ = try await host.add(.turned(on: true), to: key).committed
        for await state in try await host.bloc(key).states where state.count == 1 { break }
        #expect(try await host.bloc(key).state == SwitchBloc.State(count: 1))
        #expect(observer.states.entries.last == 1)
        await host.close()
    }
}
