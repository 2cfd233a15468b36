import Foundation
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct ThreadMarkTests {
    @Test("each thread has its own mark")
    func numbers() async {
        let log = Log<UInt>()
        let isDone = Signal()
        for _ in 0..<4 {
            Thread.detachNewThread {
                log.append(ThreadMark.current.number)
                isDone.block()
            }
        }
        await log.wait(forCount: 4)
        isDone.fire()
        #expect(Set(log.entries).count == 4)
    }

    @Test("a thread's mark is the same each time")
    func sameThread() async {
        let (first, second) = await onThread { (ThreadMark.current.number, ThreadMark.current.number) }
        #expect(first == second)
    }

    @Test("user code under a lock is marked while it runs")
    func marking() async {
        let marks = await onThread {
            let mark = ThreadMark.current
            let before = mark.cell.pointee.isLocked
            let inside = mark.underLock { ThreadMark.current.cell.pointee.isLocked }
            return [before, inside, ThreadMark.current.cell.pointee.isLocked]
        }
        #expect(marks == [false, true, false])
    }
}

@Suite(.watched) struct MainQueueTests {
    @MainActor
    @Test("the main actor is recognized, also after a suspension")
    func mainActor() async {
        #expect(MainQueue.isCurrent)
        await Task.detached {}.value
        #expect(MainQueue.isCurrent)
    }

    @Test("other tasks and threads are not taken for the main actor")
    func others() async {
        let isTaskOnMain = await Task.detached { MainQueue.isCurrent }.value
        #expect(!isTaskOnMain)
        let isThreadOnMain = await onThread { MainQueue.isCurrent }
        #expect(!isThreadOnMain)
    }
}
