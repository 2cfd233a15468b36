import Bloc
import BlocInspector
import Testing

@testable import ContactsCLI

@Suite struct RecordingReplayTests {
    /// Counts; `twice` adds another event, which is therefore caused by it.
    private final class CounterBloc: Bloc {
        enum Event: String, Codable, Sendable { case one, twice, nothing }
        typealias State = Int
        let runtime: BlocRuntime<CounterBloc>

        init() {
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.on { event, emit in
                    switch event {
                    case .one: emit(emit.state + 1)
                    case .twice:
                        emit(emit.state + 1)
                        emit.add(.one)
                    case .nothing: return
                    }
                }
            }
        }
    }

    private static let blocs = ["a", "b"].map { ReplayableBloc(BlocKey<CounterBloc>($0)) { CounterBloc() } }

    private func difference(_ lines: (UInt64, UInt64?, String, String, Int64)...) async throws -> ReplayDifference? {
        let recording = Recording(
            lines: lines.map {
                RecordingLine(sequence: $0, cause: $1, bloc: $2, event: .string($3), state: .integer($4))
            }
        )
        return try await RecordingReplay(recording: recording, blocs: Self.blocs).firstDifference()
    }

    @Test func `the same events lead to the same states, in several blocs and runs`() async throws {
        let found = try await difference(
            (1, nil, "a", "one", 1),
            (2, nil, "b", "twice", 1),
            (3, nil, "a", "twice", 2),
            (4, 2, "b", "one", 2),
            (5, 3, "a", "one", 3),
            (7, nil, "a", "one", 1)
        )
        #expect(found == nil)
    }

    @Test func `the first state that differs is named`() async throws {
        let found = try await difference((1, nil, "a", "one", 1), (2, nil, "b", "one", 5), (3, nil, "a", "one", 9))
        #expect(found == ReplayDifference(sequence: 2, bloc: "b", kind: .field("state")))
        #expect(found?.description == "transition 2 of b differs: state")
    }

    @Test func `a run begins with fresh blocs only after a gap`() async throws {
        #expect(try await difference((1, nil, "a", "one", 1), (2, nil, "a", "one", 1))?.sequence == 2)
        #expect(try await difference((1, nil, "a", "one", 1), (3, nil, "a", "one", 1)) == nil)
    }

    @Test func `what does not come, and what comes unrecorded, is told`() async throws {
        let missing = try await difference((1, nil, "a", "one", 1), (2, nil, "a", "nothing", 1))
        #expect(missing == ReplayDifference(sequence: 2, bloc: "a", kind: .missing))
        let additional = try await difference((1, nil, "a", "twice", 1), (2, nil, "a", "one", 3))
        #expect(additional == ReplayDifference(sequence: 1, bloc: "a", kind: .additional))
        let last = try await difference((1, nil, "a", "twice", 1))
        #expect(last == ReplayDifference(sequence: 1, bloc: "a", kind: .additional))
    }

    @Test func `an event that the bloc does not know is bad data`() async throws {
        let failure = await #expect(throws: Failure.self) { try await difference((1, nil, "a", "three", 1)) }
        #expect(failure?.status == .badData)
        #expect(failure?.message.contains("Transition 1") == true)
    }
}
