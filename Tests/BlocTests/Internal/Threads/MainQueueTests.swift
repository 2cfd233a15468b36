import TestWatch
import Testing

@testable import Bloc

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
