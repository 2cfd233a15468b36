import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct LifeStateMachineTests {
    private static let second = Duration.seconds(1)

    private static func machine(in phase: LifeStateMachine.Phase) -> LifeStateMachine {
        var machine = LifeStateMachine()
        machine.phase = phase
        return machine
    }

    @Test(
        "a request to close may only shorten",
        arguments: [
            (.open, .drain, .drain(deadline: nil), .draining),
            (.open, .deadline(second), .drain(deadline: second), .draining),
            (.open, .cancel, .cancel, .cancelling),
            (.draining, .drain, .nothing, .draining),
            (.draining, .deadline(second), .bound(second), .draining),
            (.draining, .cancel, .cancel, .cancelling),
            (.cancelling, .drain, .nothing, .cancelling),
            (.cancelling, .deadline(second), .nothing, .cancelling),
            (.cancelling, .cancel, .nothing, .cancelling),
            (.closed, .drain, .nothing, .closed),
            (.closed, .deadline(second), .nothing, .closed),
            (.closed, .cancel, .nothing, .closed),
        ] as [(LifeStateMachine.Phase, CloseMode, LifeStateMachine.CloseAction, LifeStateMachine.Phase)]
    )
    func closing(
        phase: LifeStateMachine.Phase,
        mode: CloseMode,
        action: LifeStateMachine.CloseAction,
        next: LifeStateMachine.Phase
    ) {
        var machine = Self.machine(in: phase)
        #expect(machine.closeRequested(mode, byOwner: true) == action)
        #expect(machine.phase == next)
        #expect(machine.isOpen == (next == .open))
    }

    @Test("the first request decides whether the owner closed")
    func owner() {
        var machine = LifeStateMachine()
        _ = machine.closeRequested(.drain, byOwner: true)
        _ = machine.closeRequested(.cancel, byOwner: false)
        #expect(machine.isClosedByOwner)

        machine = LifeStateMachine()
        _ = machine.closeRequested(.cancel, byOwner: false)
        _ = machine.closeRequested(.cancel, byOwner: true)
        #expect(!machine.isClosedByOwner)
    }

    @Test(
        "a deadline ends draining and nothing else",
        arguments: [(.open, false), (.draining, true), (.cancelling, false), (.closed, false)]
            as [(LifeStateMachine.Phase, Bool)]
    )
    func deadline(phase: LifeStateMachine.Phase, isToCancel: Bool) {
        var machine = Self.machine(in: phase)
        #expect(machine.deadlinePassed() == isToCancel)
        #expect(machine.phase == (isToCancel ? .cancelling : phase))
    }

    @Test(
        "a closing life ends once, when it is quiet",
        arguments: [(.open, false), (.draining, true), (.cancelling, true), (.closed, false)]
            as [(LifeStateMachine.Phase, Bool)]
    )
    func quiet(phase: LifeStateMachine.Phase, ends: Bool) {
        var machine = Self.machine(in: phase)
        #expect(machine.quieted() == ends)
        #expect(machine.phase == (ends ? .closed : phase))
        #expect(machine.quieted() == false)
    }
}
