#if Metrics
import Bloc
import BlocMetrics
import BlocTesting
import Metrics
import MetricsTestKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct MetricsObserverTests {
    struct Refused: Error {}

    /// Its handlers end when the test lets them.
    final class WorkBloc: Bloc {
        enum Event { case quick, refused, waiting, busy, unknown }
        typealias State = Int
        let runtime: BlocRuntime<WorkBloc>

        init(_ gate: AsyncStream<Void>, begun: AsyncStream<Void>.Continuation) {
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.on(where: { $0 == .quick }) { _, emit in
                    emit(emit.state + 1)
                    emit(emit.state + 1)
                }
                bloc.on(where: { $0 == .refused }) { _, _ in throw Refused() }
                bloc.on(policy: .sequential, where: { $0 == .waiting }) { _, _ in
                    begun.yield()
                    for await _ in gate { break }
                }
                bloc.on(policy: .droppable, where: { $0 == .busy }) { _, _ in
                    begun.yield()
                    for await _ in gate { break }
                }
            }
        }
    }

    private let factory = TestMetrics()
    private let clock = ManualClock()
    private let gate = AsyncStream.makeStream(of: Void.self)
    private let begun = AsyncStream.makeStream(of: Void.self)

    private func makeBloc() -> WorkBloc {
        withBlocObserver(MetricsObserver(factory: factory, clock: clock)) {
            WorkBloc(gate.stream, begun: begun.continuation)
        }
    }

    private func counter(_ name: String, _ more: [(String, String)] = []) throws -> Int64 {
        try factory.expectCounter("bloc.\(name)", [("bloc", "WorkBloc")] + more).totalValue
    }

    private func meter(_ name: String) throws -> Double? {
        try factory.expectMeter("bloc.\(name)", [("bloc", "WorkBloc")]).lastValue
    }

    private func timer(_ name: String) throws -> [Int64] {
        try factory.expectTimer("bloc.\(name)", [("bloc", "WorkBloc")]).values
    }

    @Test("events, states, errors and drops are counted by the type of the bloc")
    func counters() async throws {
        let bloc = makeBloc()
        let other = makeBloc()
        #expect(try meter("live") == 2)
        bloc.add(.quick)
        other.add(.quick)
        bloc.add(.refused)
        bloc.add(.unknown)
        #expect(try counter("events") == 4)
        #expect(try counter("states") == 4)
        #expect(try counter("errors", [("error", "Refused")]) == 1)
        #expect(try counter("errors", [("error", "BlocError")]) == 1)
        #expect(try counter("drops", [("reason", "unhandled")]) == 1)
        await bloc.close()
        await other.close()
        bloc.add(.quick)
        #expect(try counter("drops", [("reason", "closed")]) == 1)
        #expect(try counter("events") == 4)
        #expect(try meter("live") == 0)
        #expect(try meter("queue_length") == 0)
        #expect(try meter("handlers_running") == 0)
    }

    @Test("the queue's length and the times of waiting and handling are measured, each by itself")
    func times() async throws {
        let bloc = makeBloc()
        var begins = begun.stream.makeAsyncIterator()
        clock.advance(by: .seconds(10))
        let first = bloc.add(.waiting)
        let second = bloc.add(.waiting)
        await begins.next()
        #expect(try meter("queue_length") == 1, "the second waits in its lane")
        #expect(try meter("handlers_running") == 1)
        clock.advance(by: .seconds(3))
        gate.continuation.yield()
        _ = await first.outcome
        await begins.next()
        #expect(try meter("queue_length") == 0)
        clock.advance(by: .seconds(2))
        gate.continuation.yield()
        _ = await second.outcome
        #expect(try timer("waiting_time") == [0, 3_000_000_000])
        #expect(try timer("handler_time") == [3_000_000_000, 2_000_000_000])
        #expect(try meter("handlers_running") == 0)
        await bloc.close()
    }

    @Test("an event that is dropped, or cancelled while it waits, leaves the queue without a time")
    func dropped() async throws {
        let bloc = makeBloc()
        var begins = begun.stream.makeAsyncIterator()
        bloc.add(.busy)
        await begins.next()
        bloc.add(.busy)
        bloc.add(.waiting)
        await begins.next()
        bloc.add(.waiting)
        #expect(try counter("drops", [("reason", "busy")]) == 1)
        #expect(try meter("queue_length") == 1)
        await bloc.close()
        #expect(try meter("queue_length") == 0)
        #expect(try meter("handlers_running") == 0)
        #expect(try timer("waiting_time").count == 2)
        #expect(try timer("handler_time").count == 2)
    }
}
#endif
