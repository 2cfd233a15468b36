import Bloc
import TestWatch
import Testing

private protocol Change: Sendable {}
private protocol Labeled: Sendable {}

private struct Renamed: Change, Labeled {
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

private protocol ObjectChange: AnyObject, Sendable {}
private final class Opened: ObjectChange {}
private final class Shut: ObjectChange {}

private struct Failure: Error {}
private struct Timeout: Error {
    let seconds: Int
}

/// What events of a family carry arrives, whatever the form in which the compiler keeps them.
@Suite(.watched) struct EventFamilyTests {
    @Test("G79 values of all sizes reach the handler of their type")
    func sizes() {
        let bloc = ProbeBloc<any Change, [String], Never>([]) { bloc in
            bloc.on(.type(Renamed.self)) { event, emit in emit.update { $0.append(event.name) } }
            bloc.on(.type(Moved.self)) { event, emit in
                emit.update { $0.append("\(event.from) \(event.to) \(event.distance) \(event.isFast)") }
            }
            bloc.on(.type(Flagged.self)) { event, emit in emit.update { $0.append("\(event)") } }
            bloc.on { event, emit in emit.update { $0.append("rest") } }
        }
        let long = String(repeating: "a long name ", count: 10)
        bloc.add(Renamed(name: long))
        bloc.add(Moved(from: "here", to: long, distance: 3, isFast: true))
        bloc.add(Flagged.off)
        #expect(bloc.state == [long, "here \(long) 3 true", "off"])
    }

    @Test("G79 an object is of the type that it was created with")
    func subclasses() {
        let bloc = ProbeBloc<any Change, [String], Never>([]) { bloc in
            bloc.on(.type(Message.self)) { _, emit in emit.update { $0.append("message") } }
            bloc.on(.type(Warning.self)) { _, emit in emit.update { $0.append("warning") } }
        }
        let warning: Message = Warning()
        bloc.add(warning)
        bloc.add(Message())
        #expect(bloc.state == ["warning", "message"])
    }

    @Test("G79 events of a protocol of classes reach the handler of their type")
    func objects() {
        let bloc = ProbeBloc<any ObjectChange, [String], Never>([]) { bloc in
            bloc.on(.type(Opened.self)) { _, emit in emit.update { $0.append("opened") } }
            bloc.on(.type(Shut.self)) { _, emit in emit.update { $0.append("shut") } }
        }
        bloc.add(Shut())
        bloc.add(Opened())
        #expect(bloc.state == ["shut", "opened"])
    }

    @Test("G79 errors as events reach the handler of their type")
    func errors() {
        let bloc = ProbeBloc<any Error, [String], Never>([]) { bloc in
            bloc.on(.type(Timeout.self)) { event, emit in emit.update { $0.append("\(event.seconds)") } }
            bloc.on { _, emit in emit.update { $0.append("rest") } }
        }
        bloc.add(Failure())
        bloc.add(Timeout(seconds: 7))
        #expect(bloc.state == ["rest", "7"])
    }

    @Test("G79 events of two protocols, and of one type alone, reach the handler of their type")
    func compositions() {
        let both = ProbeBloc<any Change & Labeled, String, Never>("") { bloc in
            bloc.on(.type(Renamed.self)) { event, emit in emit(event.name) }
        }
        both.add(Renamed(name: "Ada"))
        #expect(both.state == "Ada")
        let one = ProbeBloc<Renamed, String, Never>("") { bloc in
            bloc.on(.type(Renamed.self)) { event, emit in emit(event.name) }
        }
        one.add(Renamed(name: "Grace"))
        #expect(one.state == "Grace")
    }
}
