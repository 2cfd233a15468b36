import Bloc
import BlocTesting
import Testing

@testable import SyncUps

@Suite struct SyncUpsTests {
    private let design = SyncUp(id: 1, title: "Design", attendees: ["Ada", "Grace"], minutes: 1)
    private let manager = BlocManager()

    private func meeting() -> (SyncUpsBloc, MeetingBloc, ManualClock) {
        let clock = ManualClock()
        let syncUps = manager.bloc(for: .syncUps) { SyncUpsBloc([design]) }
        let meeting = BlocContext.with { context in
            context.clock = BlocClock(clock)
        } _: {
            manager.bloc(for: BlocKey("meeting"), closeWith: .syncUps) { MeetingBloc(design) }
        }
        return (syncUps, meeting, clock)
    }

    @Test("a deletion can be undone") func deletes() async throws {
        try await testBloc(
            build: { SyncUpsBloc([design]) },
            act: { run in
                run.add(.deleted(1))
                run.bloc.undo()
            },
            states: [[], [design]]
        )
    }

    @Test("saving the form adds or replaces, without empty attendees") func saves() async {
        let syncUps = manager.bloc(for: .syncUps) { SyncUpsBloc() }
        let form = manager.bloc(for: BlocKey("form")) { SyncUpFormBloc(SyncUp(id: 7)) }
        form.add(.titleChanged("Planning"))
        form.add(.attendeeChanged(0, "Ada"))
        form.add(.attendeeAdded)
        form.add(.saved)
        #expect(syncUps.state == [SyncUp(id: 7, title: "Planning", attendees: ["Ada"])])
        form.add(.attendeeDeleted(1))
        form.add(.attendeeDeleted(0))
        #expect(form.state.attendees == [""])
        await manager.closeAll()
    }

    @Test("the speaker changes with the time, and the end of the time saves the meeting") func timer() async throws {
        let (syncUps, meeting, clock) = meeting()
        var states = meeting.changes.makeAsyncIterator()
        meeting.add(.spoken("Hello"))
        meeting.add(.started)
        for _ in 1...2 { _ = await states.next() }
        var speakers: [Int] = []
        for _ in 1..<60 {
            try await clock.advanceToNextSleeper()
            if let state = await states.next() { speakers.append(state.speaker) }
        }
        #expect(speakers == Array(repeating: 0, count: 29) + Array(repeating: 1, count: 30))
        try await clock.advanceToNextSleeper()
        for await effect in meeting.effects { #expect(effect == .dismissed) }
        #expect(syncUps.state.first?.meetings == [Meeting(transcript: "Hello")])
        await manager.closeAll()
    }

    @Test("the question whether to end stops the time until it is answered") func asks() async throws {
        try await testBloc(
            build: { MeetingBloc(design) },
            act: { run in
                run.add(.endTapped)
                run.add(.ticked)
                run.add(.answered(.resume))
                run.add(.ticked)
            },
            states: [
                MeetingBloc.State(syncUp: design, isAsking: true),
                MeetingBloc.State(syncUp: design),
                MeetingBloc.State(syncUp: design, secondsElapsed: 1),
            ]
        )
    }

    @Test("the next speaker begins with a full share of the time; after the last comes the question") func next() {
        let (_, meeting, _) = meeting()
        meeting.add(.nextTapped)
        #expect(meeting.state.speaker == 1 && meeting.state.secondsElapsed == 30)
        meeting.add(.nextTapped)
        #expect(meeting.state.isAsking)
    }

    @Test("a discarded meeting is not saved") func discards() async {
        let (syncUps, meeting, _) = meeting()
        meeting.add(.answered(.discard))
        for await effect in meeting.effects { #expect(effect == .dismissed) }
        #expect(syncUps.state == [design])
        await manager.closeAll()
    }
}
