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

    @Test("a mark that is entered stays until it is left")
    func marking() async {
        let marks = await onThread {
            var marks: [UInt8] = []
            let mark = ThreadMark.current
            marks.append(mark.cell.pointee)
            mark.enterUserCode()
            marks.append(ThreadMark.current.cell.pointee)
            mark.leaveUserCode()
            marks.append(ThreadMark.current.cell.pointee)
            return marks
        }
        #expect(marks == [0, ThreadMark.locked, 0])
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
