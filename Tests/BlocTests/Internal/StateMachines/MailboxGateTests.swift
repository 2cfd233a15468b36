import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct MailboxGateTests {
    private let open = MailboxGate.closed.opened
    private var fast: MailboxGate { open.entered }
    private var flagged: MailboxGate { fast.seized }
    private let slow = MailboxGate.closed

    @Test("a closed gate lets no thread enter without the lock")
    func closed() {
        #expect(!slow.isOpen)
        #expect(!slow.isFast)
        #expect(slow.sequence == 0)
    }

    @Test("an open gate lets one thread enter")
    func opening() {
        #expect(open.isOpen)
        #expect(!open.isFast)
        #expect(!fast.isOpen)
        #expect(fast.isFast)
    }

    @Test("each entry takes the next number, and leaving gives none back")
    func numbers() {
        var gate = open
        for number in 1...10_000 as ClosedRange<UInt64> {
            gate = gate.entered
            #expect(gate.sequence == number)
            gate = gate.left
            #expect(gate.isOpen)
            #expect(gate.sequence == number)
        }
    }

    @Test("numbering under the lock keeps the mode")
    func numbering() {
        for gate in [open, fast, flagged, slow] {
            for count in [1, 64] as [UInt64] {
                #expect(gate.numbered(count).sequence == gate.sequence + count)
                #expect(gate.numbered(count).isOpen == gate.isOpen)
                #expect(gate.numbered(count).isFast == gate.isFast)
            }
        }
    }

    @Test("seizing an open gate makes it slow")
    func seizingOpen() {
        #expect(open.seized == slow)
    }

    @Test("seizing a gate that a thread entered flags it, so that the thread must take the lock to leave")
    func seizingFast() {
        #expect(flagged.isFast)
        #expect(!flagged.isOpen)
        #expect(flagged != fast)
        #expect(flagged.sequence == fast.sequence)
    }

    @Test("seizing twice changes nothing")
    func seizingTwice() {
        #expect(flagged.seized == flagged)
        #expect(slow.seized == slow)
    }

    @Test("the role passes to the lock from every mode, and the number stays")
    func slowing() {
        for gate in [open, fast, flagged, slow] {
            #expect(!gate.slowed.isFast)
            #expect(!gate.slowed.isOpen)
            #expect(gate.slowed.sequence == gate.sequence)
            #expect(gate.slowed.opened.isOpen)
            #expect(gate.slowed.opened.sequence == gate.sequence)
        }
    }
}
