#if Tracing
import Bloc
import BlocTesting
import BlocTracing
import InMemoryTracing
import Testing
import Tracing

@Suite(.timeLimit(.minutes(5))) struct TracingObserverTests {
    struct Refused: Error {}

    static let target = BlocKey<TargetBloc>("target")

    final class TargetBloc: Bloc {
        enum Event { case told(String) }
        typealias State = String
        let runtime: BlocRuntime<TargetBloc>

        init() {
            runtime = BlocRuntime(initialState: "") { bloc in
                bloc.on { event, emit in
                    switch event {
                    case .told(let text): emit(text)
                    }
                }
            }
        }
    }

    final class SourceBloc: Bloc {
        enum Event {
            case began(String)
            case went, refused, slow
        }
        typealias State = Int
        let runtime: BlocRuntime<SourceBloc>

        init() {
            runtime = BlocRuntime(initialState: 0, name: "left") { bloc in
                bloc.on { event, emit in
                    switch event {
                    case .began(let text):
                        emit.add(.went)
                        emit.add(.told(text), to: TracingObserverTests.target)
                    case .went: emit(emit.state + 1)
                    case .refused: throw Refused()
                    case .slow: break
                    }
                }
                // On a clock that stays where it is: only a cancellation ends it.
                bloc.clock = BlocClock(ManualClock())
                bloc.on({ if case .slow = $0 { () } else { nil } }, policy: .droppable) { _, emit in
                    try await emit.sleep(for: .seconds(1))
                }
            }
        }
    }

    private let tracer = InMemoryTracer()

    private func make(adoptsContext: Bool = true) -> (BlocManager, SourceBloc) {
        let manager = BlocManager()
        return withBlocObserver(TracingObserver(tracer: tracer, adoptsContext: adoptsContext)) {
            _ = manager.bloc(for: Self.target) { TargetBloc() }
            return (manager, manager.bloc(for: BlocKey<SourceBloc>("source")) { SourceBloc() })
        }
    }

    private func span(_ name: String) throws -> FinishedInMemorySpan {
        try #require(
            tracer.finishedSpans.first { $0.operationName == name },
            "\(tracer.finishedSpans.map(\.operationName))"
        )
    }

    @Test("G37 spans are children of the span of their cause, also from bloc to bloc")
    func causes() async throws {
        let (manager, bloc) = make()
        bloc.add(.began("Ada"))
        await manager.closeAll()
        let root = try span("SourceBloc began")
        let own = try span("SourceBloc went")
        let other = try span("TargetBloc told")
        #expect(root.parentSpanID == nil)
        #expect(own.parentSpanID == root.spanID && other.parentSpanID == root.spanID)
        #expect(Set([root, own, other].map(\.traceID)).count == 1)
        #expect(own.events.map(\.name) == ["handler started", "transition"])
        #expect(root.attributes.get("bloc.outcome") == .string("handled"))
        #expect(root.attributes.get("bloc.name") == .string("left"))
        #expect(root.attributes.get("bloc.sequence") == .int64(1))
        let everything = "\(tracer.finishedSpans)"
        #expect(everything.contains("left"))
        #expect(!everything.contains("Ada"), "what events and states contain may be personal")
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test("an event from outside is a child of the current span, or begins a trace", arguments: [true, false])
    func adopts(adoptsContext: Bool) async throws {
        let (manager, bloc) = make(adoptsContext: adoptsContext)
        let outer = tracer.withSpan("request") { span in
            bloc.add(.went)
            return span
        }
        await manager.closeAll()
        #expect(try span("SourceBloc went").parentSpanID == (adoptsContext ? outer.spanID : nil))
    }

    @Test("errors, drops and cancelled events end their spans and say so")
    func endings() async throws {
        let (manager, bloc) = make()
        bloc.add(.refused)
        let failed = try span("SourceBloc refused")
        #expect(failed.status?.code == .error)
        #expect(failed.attributes.get("error.type") == .string("Refused"))
        #expect(failed.attributes.get("bloc.outcome") == .string("failed"))
        let slow = bloc.add(.slow)
        bloc.add(.slow)
        let dropped = try span("SourceBloc slow")
        #expect(dropped.attributes.get("bloc.drop_reason") == .string("busy"))
        #expect(dropped.attributes.get("bloc.outcome") == .string("dropped"))
        tracer.clearFinishedSpans()
        slow.cancel()
        _ = await slow.outcome
        #expect(try span("SourceBloc slow").attributes.get("bloc.outcome") == .string("cancelled"))
        await manager.closeAll()
        tracer.clearFinishedSpans()
        bloc.add(.went)
        #expect(try span("SourceBloc went").attributes.get("bloc.drop_reason") == .string("closed"))
        #expect(tracer.activeSpans.isEmpty)
    }
}
#endif
