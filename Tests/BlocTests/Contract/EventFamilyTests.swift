import Bloc
import TestWatch
import Testing

private protocol Change: Sendable {}

private struct Renamed: Change {
    let name: String
}

/// Larger than the place for a value in an existential, which then is in a box.
private struct Moved: Change {
    let from: String
    let to: String
    let distance: Int
    let isFast: Bool
}

private enum Flagged: Change {
    case on, off
}

private class Message: Change, @unchecked Sendable {}

private final class Warning: Message, @unchecked Sendable {}

/// What events of a family carry arrives, whatever the form in which the compiler keeps them.
@Suite(.watched) struct EventFamilyTests {
    @Test("G79 values of all sizes, and objects as they were created, reach the handler of their type")
    func types() {
        let bloc = ProbeBloc<any Change, [String], Never>([]) { bloc in
            bloc.on(.type(Renamed.self)) { event, emit in emit.update { $0.append(event.name) } }
            bloc.on(.type(Moved.self)) { event, emit in
                emit.update { $0.append("\(event.from) \(event.to) \(event.distance) \(event.isFast)") }
            }
            bloc.on(.type(Flagged.self)) { event, emit in emit.update { $0.append("\(event)") } }
            bloc.on(.type(Message.self)) { _, emit in emit.update { $0.append("message") } }
            bloc.on { event, emit in emit.update { $0.append("rest: \(type(of: event))") } }
        }
        let long = String(repeating: "a long name ", count: 10)
        let warning: Message = Warning()
        bloc.add(Renamed(name: long))
        bloc.add(Moved(from: "here", to: long, distance: 3, isFast: true))
        bloc.add(Flagged.off)
        bloc.add(warning)
        bloc.add(Message())
        #expect(bloc.state == [long, "here \(long) 3 true", "off", "rest: Warning", "message"])
    }
}
