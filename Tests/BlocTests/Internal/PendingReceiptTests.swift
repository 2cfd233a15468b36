import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct ReceiptStateMachineTests {
    @Test("nobody is told who did not wait")
    func resolvingAlone() {
        var machine = ReceiptStateMachine()
        #expect(machine.resolved(.handled).isEmpty)
    }

    @Test("who waits is told when the outcome is known, once")
    func waiting() async {
        let outcome = await withUnsafeContinuation { continuation in
            var machine = ReceiptStateMachine()
            #expect(machine.awaited(by: continuation)?.description == nil)
            let waiting = machine.resolved(.cancelled)
            #expect(waiting.count == 1)
            #expect(machine.resolved(.handled).isEmpty)
            for continuation in waiting { continuation.resume(returning: .cancelled) }
        }
        #expect(outcome.description == "cancelled")
    }

    @Test("who comes later gets the first outcome at once")
    func late() async {
        let outcome = await withUnsafeContinuation { (continuation: UnsafeContinuation<Outcome, Never>) in
            var machine = ReceiptStateMachine()
            _ = machine.resolved(.dropped(.busy))
            _ = machine.resolved(.handled)
            let known = machine.awaited(by: continuation)
            continuation.resume(returning: known ?? .cancelled)
        }
        #expect(outcome.description == "dropped(busy)")
    }
}
