extension BlocManager {
    /// Closes all blocs of a program that is about to exit, within one deadline.
    ///
    /// From now on, the blocs accept only events that their handlers add, to their own bloc or to another. They finish
    /// accepted events, save their states and close concurrently, dependents before the blocs they depend on. Handlers
    /// still running at the deadline are cancelled, and events still waiting are dropped. The keys are free at once.
    ///
    /// ```swift
    /// for left in await manager.shutDown(.seconds(10)) { logger.warning("\(left)") }
    /// ```
    ///
    /// - Parameter deadline: The time for the whole shutdown, on the clock of the current ``BlocContext`` and on each bloc's
    ///   clock. Handlers that ignore cancellation, and storages that don't answer, get the longest grace period on top.
    /// - Returns: What each bloc left unfinished, by key; empty if everything was handled and saved.
    public func shutDown(_ deadline: Duration) async -> [ShutdownLeftover] {
        ThreadMark.current.requireUnlocked()
        let entries = registry.withLock { $0.beginShutDown() }
        let byKey = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
        // Held before any of them can end, so that it still accepts what a dependent adds to it while draining.
        for entry in entries { entry.place.parent.flatMap { byKey[$0] }?.core.hold() }
        for entry in entries { entry.core.beginShutDown(deadline) }
        let closings = entries.map { entry in
            Task {
                await entry.core.waitUntilClosed()
                entry.place.parent.flatMap { byKey[$0] }?.core.release()
            }
        }
        await wait(for: closings, atMost: deadline + (entries.map(\.core.gracePeriod).max() ?? .zero))
        registry.withLock { $0.endShutDown(entries) }
        var left: [ShutdownLeftover] = []
        for entry in entries {
            let leftover = await entry.core.leftover(key: entry.key)
            if !leftover.isNothing { left.append(leftover) }
        }
        return left.sorted { $0.key.name < $1.key.name }
    }

    private func wait(for closings: [Task<Void, Never>], atMost time: Duration) async {
        let clock = BlocContext.current.clock
        let over = StreamStorage<Never>(buffering: .latest)
        let timer = Task {
            try? await clock.sleep(for: time)
            over.end()
        }
        Task {
            for closing in closings { await closing.value }
            over.end()
        }
        // In its own task: a program that is exiting may have cancelled this one.
        await Task { _ = await over.next() }.value
        timer.cancel()
    }
}

/// The work that a bloc left unfinished when its manager was shut down.
public struct ShutdownLeftover: Hashable, Sendable, CustomStringConvertible {
    /// The key of the bloc.
    public let key: AnyBlocKey
    /// The number of accepted events that were dropped.
    public let eventsDropped: Int
    /// The number of handlers that were cancelled, excluding those in background lanes.
    public let handlersCutOff: Int
    /// Whether the bloc's last state is saved; true for a bloc without storage.
    public let isSaved: Bool

    var isNothing: Bool { eventsDropped == 0 && handlersCutOff == 0 && isSaved }

    /// The key and the unfinished work, in words: `cart: 2 events dropped, 1 handler cut off, state not saved`.
    public var description: String {
        var parts: [String] = []
        if eventsDropped > 0 { parts.append("\(eventsDropped) event\(eventsDropped == 1 ? "" : "s") dropped") }
        if handlersCutOff > 0 { parts.append("\(handlersCutOff) handler\(handlersCutOff == 1 ? "" : "s") cut off") }
        if !isSaved { parts.append("state not saved") }
        return "\(key): \(parts.isEmpty ? "nothing left" : parts.joined(separator: ", "))"
    }
}

extension BlocCore {
    /// Keeps a closing bloc from ending until ``release()``.
    func hold() { withLock { $0.holds += 1 } }

    func release() { change { $0.holds -= 1 } }

    /// Begins to drain, and accepts events from handlers of any bloc.
    func beginShutDown(_ deadline: Duration) {
        withLock { $0.machine.acceptsOthers = true }
        beginClosing(.deadline(deadline), byOwner: true)
    }

    /// Returns what the bloc couldn't finish.
    func leftover(key: AnyBlocKey) async -> ShutdownLeftover {
        let (dropped, cutOff) = withLock { (Int($0.machine.droppedCount), Int($0.machine.cutOffCount)) }
        let (isRefused, saver, isComplete) = withLock { ($0.isSavingRefused, $0.saver, $0.isCloseComplete) }
        var isSaved = !isRefused
        // Don't wait again for a storage that doesn't answer.
        if let saver { isSaved = isComplete ? await saver.flush() == nil : false }
        return ShutdownLeftover(key: key, eventsDropped: dropped, handlersCutOff: cutOff, isSaved: isSaved)
    }
}
