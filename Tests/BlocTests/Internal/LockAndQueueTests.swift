import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct LockAndQueueTests {
    @Test("a thread that finds the lock taken waits until it is free, also longer than it spins")
    func waiting() async {
        let lock = Lock("before")
        let (isHeld, mayLeave) = (Signal(), Signal())
        async let holder: Void = onThread {
            lock.withLock { value in
                isHeld.fire()
                mayLeave.block()
                value = "after"
            }
        }
        await isHeld.wait()
        async let waiter = onThread { lock.withLock { $0 } }
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
