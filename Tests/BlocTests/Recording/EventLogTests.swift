import Bloc
import TestWatch
import Testing

@Suite(.watched) struct EventLogTests {
    enum Step: Codable, Sendable, Equatable {
        case begin(Int)
        case goOn(Int)
        case failing
    }

    /// Counts down, with one event that its handler adds for each step.
    private static func countdown(
        name: String? = nil,
        offset: Int = 0,
        policy: EventPolicy<Step> = .concurrent
    ) -> ProbeBloc<Step, Int, Never> {
        ProbeBloc(-1, name: name) { bloc in
            bloc.on(policy: policy) { event, emit async in
                switch event {
                case .begin(let number), .goOn(let number):
                    emit(number)
                    if number > 0 {
                        emit(number * 10 + offset)
                        emit.add(.goOn(number - 1))
                    }
                case .failing: return
                }
            }
        }
    }

    private final class Sink: EventLogSink {
        let records = Log<EventLogRecord>()
        func append(_ record: EventLogRecord) { records.append(record) }
    }

    private static func recorded(_ records: [EventLogRecord]) -> [RecordedTransition<Step, Int>] {
        records.compactMap { record in
            (record.state as? Int).map {
                RecordedTransition(
                    sequence: record.sequence,
                    cause: record.cause,
                    event: record.event as? Step,
                    state: $0
                )
            }
        }
    }

    private static func recording(of events: [Step], after last: UInt64 = 0) async throws -> [EventLogRecord] {
        let sink = Sink()
        let bloc = withBlocObserver(EventLog(after: last, sink: sink)) { Self.countdown(name: "countdown") }
        for event in events {
            _ = await bloc.add(event).outcome
            // The events that its handler added are handled before the next one is added: the order is part of the recording.
            guard case .begin(let number) = event, number > 0 else { continue }
            await sink.records.wait { $0.last?.event as? Step == .goOn(0) }
        }
        await bloc.close(.drain)
        return sink.records.entries
    }

    @Test("G74 every transition is recorded with its number, its cause, the bloc, the event and the state after it")
    func recording() async throws {
        let records = try await Self.recording(of: [.begin(2)], after: 41)
        #expect(records.map(\.sequence) == [42, 43, 44, 45, 46], "numbers continue where the log ended")
        #expect(records.map(\.cause) == [nil, 42, 43, 44, 45])
        #expect(records.map(\.bloc) == Array(repeating: "countdown", count: 5))
        #expect(records.map { $0.event as? Step } == [.begin(2), .begin(2), .goOn(1), .goOn(1), .goOn(0)])
        #expect(records.map { $0.state as? Int } == [2, 20, 1, 10, 0])
    }

    @Test("G74 states that are not Encodable are left out, and a transition without an event has none")
    func others() async {
        struct Opaque: Equatable, Sendable {}
        let sink = Sink()
        await withBlocObserver(EventLog(sink: sink)) {
            let opaque = ProbeBloc<Int, Opaque?, Never>(nil) { bloc in bloc.on { _, emit in emit(Opaque()) } }
            opaque.add(1)
            let cubit = NumberCubit(0, name: "cubit")
            cubit.emit(5)
            await opaque.close()
            await cubit.close()
        }
        #expect(sink.records.entries.map(\.bloc) == ["cubit"])
        #expect(sink.records.entries.first?.event == nil)
        #expect(sink.records.entries.first?.state as? Int == 5)
    }

    @Test("G74 records of concurrent blocs have numbers of their own, in the order of the sink")
    func racing() async {
        let sink = Sink()
        let log = EventLog(sink: sink)
        await race(8) { number in
            let bloc = withBlocObserver(log) { Self.countdown(name: "\(number)", policy: .sequential) }
            for _ in 0..<20 { _ = await bloc.add(.begin(1)).outcome }
            await bloc.close(.drain)
        }
        let records = sink.records.entries
        #expect(records.map(\.sequence) == Array(1...UInt64(records.count)))
        #expect(records.count == 8 * 20 * 3)
        // A cause is an earlier record of the same bloc.
        for record in records {
            guard let cause = record.cause else { continue }
            #expect(cause < record.sequence)
            #expect(records[Int(cause) - 1].bloc == record.bloc)
        }
    }

    // MARK: Replaying

    @Test("G74 a recording that is replayed on the same bloc gives the same states")
    func replaying() async throws {
        let recorded = Self.recorded(try await Self.recording(of: [.begin(3), .failing, .begin(0), .begin(1)]))
        let result = await replay(recorded) { Self.countdown() }
        #expect(result.firstDifference == nil)
        #expect(result.replayed.map(\.state) == recorded.map(\.state))
        #expect(result.replayed.map(\.event) == recorded.map(\.event))
    }

    @Test("G74 the first transition that differs, is missing or comes in addition is reported")
    func differing() async throws {
        let recorded = Self.recorded(try await Self.recording(of: [.begin(2)]))
        let result = await replay(recorded) { Self.countdown(offset: 1) }
        let index = try #require(result.firstDifference)
        #expect(recorded[index].sequence == 2)
        #expect(result.replayed[index].state == 21)
        let fewer = await replay(recorded + [RecordedTransition(sequence: 9, cause: 5, event: nil, state: 7)]) {
            Self.countdown()
        }
        #expect(fewer.firstDifference == recorded.count)
        let more = await replay(Array(recorded.prefix(2))) { Self.countdown() }
        #expect(more.firstDifference == 2)
    }
}
