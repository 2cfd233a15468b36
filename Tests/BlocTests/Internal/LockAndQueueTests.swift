import Foundation
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct LockAndQueueTests {
    private final class Guarded<Value: Sendable>: Sendable {
        let lock: Lock<Value>

        init(_ value: Value) {
            lock = Lock(value)
        }
    }

    @Test("one thread at a time is inside, and no change is lost")
    func exclusion() async {
        let guarded = Guarded(0)
        await race(8) { _ in
            await onThread {
                for _ in 0..<2_000 {
                    guarded.lock.withLock { value in
                        let read = value
                        if read % 64 == 0 { sched_yield() }
                        value = read + 1
                    }
                }
            }
        }
        #expect(guarded.lock.withLock { $0 } == 16_000)
    }

    @Test("a thread that finds the lock taken waits until it is free, also longer than it spins")
    func waiting() async {
        let guarded = Guarded("before")
        let (isHeld, mayLeave) = (Signal(), Signal())
        async let holder: Void = onThread {
            guarded.lock.withLock { value in
                isHeld.fire()
                mayLeave.block()
                value = "after"
            }
        }
        await isHeld.wait()
        async let waiter = onThread { guarded.lock.withLock { $0 } }
        mayLeave.fire()
        #expect(await waiter == "after")
        await holder
    }

    @Test("an element that is removed from a queue is released at once")
    func releasing() {
        var queue = Queue<Witness>()
        weak var popped: Witness?
        for index in 0..<3 {
            let witness = Witness()
            if index == 0 { popped = witness }
            queue.append(witness)
        }
        _ = queue.popFirst()
        #expect(popped == nil)
        #expect(queue.count == 2)
    }
}
