import Foundation
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct ThreadMarkTests {
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
