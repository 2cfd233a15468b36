import Bloc

/// A simple model of a bloc: lists that are searched, one step after the other.
struct BlocModel {
    enum Life {
        case open
        case draining
        case cancelling
    }

    static let quietTime = Duration.seconds(1)

    let limit: MailboxLimit?
    private(set) var now = Duration.zero
    private(set) var state = 0
    /// Every state that was published.
    private(set) var states: [Int] = []
    /// The outcome of each event, as text.
    private(set) var outcomes: [Int: String] = [:]
    /// The running handlers, and whether each may still publish.
    private(set) var handlers: [Int: Bool] = [:]
    private var life = Life.open
    private var events: [Int: ModelEvent] = [:]
    private var running: [Int: [Int]] = [:]
    private var waiting: [Int: [Int]] = [:]
    private var debounced: (number: Int, due: Duration)?
    private var throttledSince: Duration?

    init(limit: MailboxLimit?) {
        self.limit = limit
    }

    /// Whether the bloc is closed and everything has ended.
    var isOver: Bool { life != .open && handlers.isEmpty && unstarted.isEmpty }

    var isOpen: Bool { life == .open }

    private var unstarted: [Int] { (waiting.values.flatMap { $0 } + [debounced?.number].compactMap { $0 }).sorted() }

    // MARK: Actions

    mutating func add(_ event: ModelEvent) {
        events[event.number] = event
        guard life == .open else { return end(event.number, "dropped(closed)") }
        if let limit, unstarted.count >= limit.capacity {
            if limit.overflow == .reject { return end(event.number, "dropped(overflow)") }
            let oldest = unstarted[0]
            leave(oldest)
            end(oldest, "dropped(overflow)")
        }
        arrive(event)
    }

    mutating func emit(_ next: Int, by number: Int) {
        // A handler that was cancelled and unwinds publishes nothing, and that is not told.
        if handlers[number] == true { publish(next) }
    }

    /// Ends a handler.
    mutating func finish(_ number: Int, _ outcome: String) {
        guard let mayPublish = handlers.removeValue(forKey: number) else { return }
        end(number, mayPublish ? outcome : "cancelled")
        if mayPublish { leaveLane(number) }
    }

    /// Cancels an event.
    mutating func cancel(_ number: Int) {
        if handlers[number] == true {
            mute(number)
            leaveLane(number)
        } else if unstarted.contains(number) {
            leave(number)
            end(number, "cancelled")
        }
    }

    mutating func advance(by duration: Duration) {
        now += duration
        if let (number, due) = debounced, due <= now {
            debounced = nil
            enterLane(number)
        }
    }

    mutating func close(_ mode: CloseMode) {
        switch (life, mode) {
        case (.open, .drain):
            life = .draining
            if let (number, _) = debounced {
                debounced = nil
                enterLane(number)
            }
        case (.open, .cancel), (.draining, .cancel):
            life = .cancelling
            for number in unstarted { end(number, "dropped(closed)") }
            waiting = [:]
            debounced = nil
            for number in handlers.keys.sorted() where handlers[number] == true { mute(number) }
            running = [:]
        default:
            break
        }
    }

    // MARK: Consequences

    private mutating func arrive(_ event: ModelEvent) {
        switch event.kind {
        case .debounced:
            if let (number, _) = debounced { end(number, "dropped(debounced)") }
            debounced = (event.number, now + Self.quietTime)
        case .throttled:
            if let throttledSince, now - throttledSince < Self.quietTime {
                return end(event.number, "dropped(throttled)")
            }
            throttledSince = now
            enterLane(event.number)
        default:
            enterLane(event.number)
        }
    }

    private mutating func enterLane(_ number: Int) {
        guard let event = events[number] else { return }
        let lane = event.kind.lane
        let isFree = running[lane, default: []].isEmpty && waiting[lane, default: []].isEmpty
        switch event.kind {
        case .synchronous:
            publish(number)
            end(number, "handled")
        case .concurrent, .debounced, .throttled:
            start(number)
        case .sequential, .sharedSequential:
            if isFree { start(number) } else { waiting[lane, default: []].append(number) }
        case .droppable, .sharedDroppable:
            if isFree { start(number) } else { end(number, "dropped(busy)") }
        case .restartable, .sharedRestartable:
            for other in running[lane] ?? [] { mute(other) }
            for other in waiting[lane] ?? [] { end(other, "cancelled") }
            running[lane] = []
            waiting[lane] = []
            start(number)
        }
    }

    private mutating func start(_ number: Int) {
        guard let event = events[number] else { return }
        running[event.kind.lane, default: []].append(number)
        handlers[number] = true
    }

    /// Takes the right to publish from a handler, which ends unless it is stubborn.
    private mutating func mute(_ number: Int) {
        handlers[number] = false
        guard events[number]?.isStubborn == false else { return }
        handlers[number] = nil
        end(number, "cancelled")
    }

    private mutating func leaveLane(_ number: Int) {
        guard let lane = events[number]?.kind.lane else { return }
        running[lane]?.removeAll { $0 == number }
        guard running[lane]?.isEmpty ?? true, let next = waiting[lane]?.first else { return }
        waiting[lane]?.removeFirst()
        start(next)
    }

    /// Removes an event that has not started.
    private mutating func leave(_ number: Int) {
        if debounced?.number == number { debounced = nil }
        for lane in waiting.keys { waiting[lane]?.removeAll { $0 == number } }
    }

    private mutating func publish(_ next: Int) {
        guard next != state else { return }
        state = next
        states.append(next)
    }

    private mutating func end(_ number: Int, _ outcome: String) {
        outcomes[number] = outcome
    }
}
