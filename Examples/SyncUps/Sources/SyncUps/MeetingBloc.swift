import Bloc

/// A meeting in progress: a timer, the speaker and the transcript.
final class MeetingBloc: Bloc {
    enum Event: Equatable {
        case started, ticked, nextTapped, endTapped
        case spoken(String)
        case answered(Answer)
    }
    enum Answer { case save, discard, resume }
    enum Effect { case dismissed }
    struct State: Equatable, Sendable {
        let syncUp: SyncUp
        var isStarted = false
        var secondsElapsed = 0
        var speaker = 0
        var transcript = ""
        /// Whether the user is being asked to end the meeting; the timer waits for the answer.
        var isAsking = false
    }
    let runtime: BlocRuntime<MeetingBloc>

    init(_ syncUp: SyncUp) {
        runtime = BlocRuntime(initialState: State(syncUp: syncUp)) { bloc in
            bloc.when({ $0.isStarted && !$0.isAsking }) { emit in
                while true {
                    try await emit.sleep(for: .seconds(1))
                    emit.add(.ticked)
                }
            }
            bloc.on { event, emit in
                var state = emit.state
                switch event {
                case .started: state.isStarted = true
                case .ticked where state.isAsking: break
                case .ticked:
                    state.secondsElapsed += 1
                    if state.secondsElapsed >= syncUp.seconds { return MeetingBloc.end(state, emit) }
                    state.speaker = min(state.secondsElapsed / syncUp.secondsPerAttendee, syncUp.attendees.count - 1)
                case .nextTapped where state.speaker >= syncUp.attendees.count - 1: state.isAsking = true
                case .nextTapped:
                    state.speaker += 1
                    state.secondsElapsed = state.speaker * syncUp.secondsPerAttendee
                case .endTapped: state.isAsking = true
                case .spoken(let text): state.transcript = text
                case .answered(.resume): state.isAsking = false
                case .answered(.save): return MeetingBloc.end(state, emit)
                case .answered(.discard): return MeetingBloc.dismiss(emit)
                }
                emit(state)
            }
        }
    }

    private static func end(_ state: State, _ emit: Emitter<MeetingBloc>) {
        emit.add(.recorded(Meeting(transcript: state.transcript), state.syncUp.id), to: .syncUps)
        dismiss(emit)
    }

    private static func dismiss(_ emit: Emitter<MeetingBloc>) {
        emit.effect(.dismissed)
        emit.close()
    }
}
