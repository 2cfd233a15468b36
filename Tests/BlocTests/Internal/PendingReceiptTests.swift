import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct ReceiptStateMachineTests {
    @Test("resolving without waiting tasks resumes none")
    func resolvingAlone() {
        var machine = ReceiptStateMachine()
        #expect(machine.resolved(.handled).isEmpty)
    }

    @Test("a waiting task is resumed once, when the outcome is known")
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

    @Test("a later task gets the first outcome at once")
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
