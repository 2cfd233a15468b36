import Testing

@testable import Bloc

@Suite struct MainQueueTests {
    @MainActor
    @Test("the main actor is known, also after it was left and entered again")
    func mainActor() async {
        #expect(MainQueue.isCurrent)
        await Task.detached {}.value
        #expect(MainQueue.isCurrent)
    }

    @Test("other tasks and threads are told apart from it")
    func others() async {
        let isTaskOnMain = await Task.detached { MainQueue.isCurrent }.value
        #expect(!isTaskOnMain)
        let isThreadOnMain = await onThread { MainQueue.isCurrent }
        #expect(!isThreadOnMain)
    }
}
