import Bloc

/// Holds a one-minute meeting; each line is spoken text, `next` moves to the next speaker, `end` ends the meeting.
@main
struct SyncUpsProgram {
    static func main() async {
        let manager = BlocManager()
        let design = SyncUp(id: 1, title: "Design", attendees: ["Ada", "Grace"], minutes: 1)
        let syncUps = manager.bloc(for: .syncUps) { SyncUpsBloc([design]) }
        let meeting = manager.bloc(for: BlocKey("meeting"), closeWith: .syncUps) { MeetingBloc(design) }
        let shown = meeting.select(\.speaker) { print(design.attendees[$0], "speaks") }
        meeting.add(.started)
        while !meeting.isClosed, let line = readLine() {
            switch line {
            case "next": meeting.add(.nextTapped)
            case "end": meeting.add(.answered(.save))
            default: meeting.add(.spoken(line))
            }
        }
        print(syncUps.state.map { "\($0.title): \($0.meetings.map(\.transcript))" })
        await manager.closeAll()
        shown.cancel()
    }
}
