import Synchronization

/// The lower bound for async handlers: a detached task for each event, awaited, and a mutex around the state.
package final class TaskCounter: Sendable {
    private let state = Mutex(CounterState())

    package init() {}

    /// Starts tasks and waits until all have ended.
    package func add(count: Int) async {
        var tasks: [Task<Void, Never>] = []
        tasks.reserveCapacity(count)
        for _ in 0..<count { tasks.append(start()) }
        for task in tasks { await task.value }
    }

    /// Starts tasks, each when the one before has ended.
    package func addEach(count: Int) async {
        for _ in 0..<count { await start().value }
    }

    private func start() -> Task<Void, Never> {
        Task.detached { [self] in
            await Task.yield()
            state.withLock { $0.count += 1 }
        }
    }
}

/// The lower bound for creating and closing: a class with a mutex, and a task that ends.
package final class TaskOwner: Sendable {
    private let state = Mutex(CounterState())

    package init() {}

    package func close() async {
        await Task.detached { [self] in state.withLock { $0.isBusy = true } }.value
    }
}
