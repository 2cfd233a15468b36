import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct MailboxStateMachineTests {
    private typealias Machine = MailboxStateMachine<Int>

    @Test("the role is free at first, and given back when nothing waits")
    func role() {
        var machine = Machine()
        #expect(machine.isIdle)
        machine.begun()
        #expect(!machine.isIdle)
        #expect(machine.next { _ in true }.word == "rest")
        #expect(machine.isIdle)
    }

    @Test("events are handled in the order in which they came")
    func order() {
        var machine = Machine()
        machine.begun()
        for event in 1...3 { machine.enqueued(event) }
        #expect(machine.count == 3)
        for event in 1...3 { #expect(machine.next { _ in true }.word == "handle \(event)") }
        #expect(machine.count == 0)
    }

    @Test("after 64 events of others the remaining ones are handed over, and the role is kept")
    func foreignLimit() {
        var machine = Machine()
        machine.begun()
        for event in 1...200 { machine.enqueued(event) }
        for event in 1...64 { #expect(machine.next { _ in true }.word == "handle \(event)") }
        #expect(machine.next { _ in true }.word == "handOver")
        #expect(!machine.isIdle)
        #expect(machine.count == 136)
        // The next thread starts its own count.
        for event in 65...128 { #expect(machine.next { _ in true }.word == "handle \(event)") }
        #expect(machine.next { _ in true }.word == "handOver")
    }

    @Test("events of own handlers do not count")
    func ownEvents() {
        var machine = Machine()
        machine.begun()
        for event in 1...1_000 {
            machine.enqueued(event)
            #expect(machine.next { _ in false }.word == "handle \(event)")
        }
        for event in 1...64 {
            machine.enqueued(event)
            #expect(machine.next { _ in true }.word == "handle \(event)")
        }
        machine.enqueued(65)
        machine.enqueued(66)
        #expect(machine.next { $0 == 65 }.word == "handOver")
    }

    @Test("the count starts again after a rest")
    func counting() {
        var machine = Machine()
        for _ in 1...3 {
            machine.begun()
            for event in 1...64 {
                machine.enqueued(event)
                #expect(machine.next { _ in true }.word == "handle \(event)")
            }
            #expect(machine.next { _ in true }.word == "rest")
        }
    }

    @Test("events that wait can be found and removed")
    func removing() {
        var machine = Machine()
        machine.begun()
        for event in [5, 3, 8] { machine.enqueued(event) }
        #expect(machine.oldest { $0 == 3 ? nil : UInt64($0) } == 5)
        #expect(machine.remove { $0 == 3 } == 3)
        #expect(machine.remove { $0 == 3 } == nil)
        #expect(machine.removeAll() == [5, 8])
        #expect(machine.next { _ in true }.word == "rest")
    }
}

extension MailboxStateMachine.NextAction {
    fileprivate var word: String {
        switch self {
        case .handle(let element): "handle \(element)"
        case .handOver: "handOver"
        case .rest: "rest"
        }
    }
}
