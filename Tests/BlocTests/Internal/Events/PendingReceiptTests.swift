import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct ReceiptStateMachineTests {
    @Test("resolving without waiting tasks resumes none")
    func resolvingAlone() {
        var machine = ReceiptStateMachine()
        #expect(machine.resolved(.handled).all.isEmpty)
    }

    @Test("a waiting task is resumed once, when the outcome is known")
    func waiting() async {
        let outcome = await withUnsafeContinuation { continuation in
            var machine = ReceiptStateMachine()
            #expect(machine.awaited(by: continuation)?.description == nil)
            let waiting = machine.resolved(.cancelled).all
            #expect(waiting.count == 1)
            #expect(machine.resolved(.handled).all.isEmpty)
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

    @Test("a known outcome is forgotten for another event, but not one with an error, which would be released")
    func renewing() {
        var machine = ReceiptStateMachine()
        var renewals = [machine.renewed()]
        for outcome in [Outcome.handled, .dropped(.busy), .cancelled, .failed(CancellationError())] {
            _ = machine.resolved(outcome)
            renewals.append(machine.renewed())
        }
        #expect(renewals == [false, true, true, true, false])
    }
}

@Suite(.watched) struct PendingReceiptTests {
    private static func bloc() -> NumberBloc {
        NumberBloc(0) { bloc in
            bloc.on(where: { $0 < 0 }) { _, _ in throw CancellationError() }
            bloc.on { event, emit in emit.update { $0 += event } }
        }
    }

    private static func spare(_ bloc: NumberBloc) -> ObjectIdentifier? {
        bloc.core.guarded.withLock { $0.spareRecord.map { ObjectIdentifier($0) } }
    }

    @Test("a receipt that its caller does not keep serves the next event, and is released with the close")
    func discarded() async {
        let bloc = Self.bloc()
        bloc.add(1)
        let first = Self.spare(bloc)
        #expect(first != nil)
        for number in 2...100 {
            bloc.add(number)
            #expect(Self.spare(bloc) == first)
        }
        #expect(bloc.state == 5050)
        await bloc.close()
        #expect(Self.spare(bloc) == nil)
    }

    @Test("G05 a receipt that is kept, or has an error, stays the receipt of its event")
    func kept() async {
        let bloc = Self.bloc()
        let kept = (1...3).map { bloc.add($0) }
        let failed = bloc.add(-1)
        for _ in 0..<3 { bloc.add(1) }
        for receipt in kept { #expect(await receipt.word == "handled") }
        #expect(await failed.word == "failed(CancellationError)")
        for receipt in kept { receipt.cancel() }
        #expect(bloc.state == 9)
        await bloc.close()
    }

    @Test("a task that is created after its handler was cancelled is cancelled at once")
    func cancelledBeforeItsTask() async {
        let receipt = PendingReceipt(of: 1)
        #expect(!receipt.isTaskCancelled)
        receipt.cancelTask()
        #expect(receipt.isTaskCancelled)
        let signal = Signal()
        let task = Task<Void, Never> { await signal.wait() }
        receipt.keep(task)
        #expect(task.isCancelled)
        signal.fire()
        await task.value
    }

    @Test("a resolved receipt keeps no task")
    func resolvedBeforeItsTask() async {
        let receipt = PendingReceipt(of: 1)
        receipt.resolve(.handled)
        receipt.keep(Task {})
        #expect(receipt.guarded.withLock { $0.task == nil })
        #expect(await receipt.outcome.description == "handled")
    }
}

extension ReceiptStateMachine.Waiting {
    /// All tasks that wait.
    fileprivate var all: [UnsafeContinuation<Outcome, Never>] {
        switch self {
        case .none: []
        case .one(let continuation): [continuation]
        case .many(let continuations): continuations
        }
    }
}
