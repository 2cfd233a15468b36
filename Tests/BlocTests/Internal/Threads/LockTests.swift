import Foundation
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct LockTests {
    @Test("one thread at a time is inside, and no change is lost")
    func exclusion() async {
        let lock = Lock(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    await onThread {
                        for _ in 0..<2_000 {
                            lock.withLock { value in
                                let read = value
                                if read % 64 == 0 { sched_yield() }
                                value = read + 1
                            }
                        }
                    }
                }
            }
        }
        #expect(lock.withLock { $0 } == 16_000)
    }

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

    @Test("an error of the body leaves the lock free")
    func throwing() {
        struct Broken: Error {}
        let lock = Lock(1)
        #expect(throws: Broken.self) {
            try lock.withLock { value in
                value = 2
                throw Broken()
            }
        }
        #expect(lock.withLock { $0 } == 2)
    }
}
