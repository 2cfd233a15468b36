public import Synchronization

/// The events that threads leave, without the lock, for the thread that drains the mailbox.
///
/// It is open only while a thread drains, which empties it before it rests. A thread that finds it shut takes the lock. It is one
/// word: shut, empty, or the newest record of a chain whose links lead to the older ones. Records are added by any thread; opening,
/// emptying and shutting happen under the lock of the bloc.
@usableFromInline
struct Inbox<B: StateSource>: ~Copyable, Sendable {
    @usableFromInline
    let word = Atomic<UInt>(0)

    @inlinable
    init() {}

    /// Whether threads may leave events; it may change at any moment.
    @inlinable
    var isOpen: Bool { word.load(ordering: .relaxed) != 0 }

    /// Whether a record waits.
    ///
    /// A thread that added one always sees it here until it was taken.
    @inlinable
    var hasRecords: Bool { word.load(ordering: .relaxed) > 1 }

    /// Adds a record.
    ///
    /// - Returns: Whether the inbox was open. If so, the record is taken by the thread that drains.
    @inlinable
    func add(_ record: EventRecord<B>) -> Bool {
        // The chain owns the record from the exchange on, which another thread may take at once.
        let owned = Unmanaged.passRetained(record)
        var seen = word.load(ordering: .relaxed)
        while seen != 0 {
            if tryAdd(owned, behind: &seen) { return true }
        }
        owned.release()
        return false
    }

    /// Tries once to add a record behind the newest one that was seen.
    ///
    /// - Returns: Whether it was added; if not, `seen` is what is there now.
    @inlinable
    @inline(__always)
    func tryAdd(_ record: Unmanaged<EventRecord<B>>, behind seen: inout UInt) -> Bool {
        record._withUnsafeGuaranteedRef { $0.older = seen }
        let (isDone, now) = word.compareExchange(
            expected: seen,
            desired: UInt(bitPattern: record.toOpaque()),
            ordering: .acquiringAndReleasing
        )
        if !isDone { seen = now }
        return isDone
    }

    /// Lets threads leave events from now on; under the lock, by a thread that takes the role of draining.
    @inlinable
    func open() {
        _ = word.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing)
    }

    /// Shuts an inbox in which nothing waits; under the lock, by the thread that drains.
    ///
    /// - Returns: Whether it is shut; otherwise records wait.
    @inlinable
    func shutIfEmpty() -> Bool {
        let (isDone, now) = word.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing)
        return isDone || now == 0
    }

    /// Takes all records; under the lock.
    ///
    /// - Parameter shuts: Whether no more may follow until the inbox is opened.
    /// - Returns: The records, of which each must be taken.
    @inlinable
    func take(andShut shuts: Bool = false) -> InboxChain<B> {
        guard isOpen else { return InboxChain(newest: 0) }
        return InboxChain(newest: word.exchange(shuts ? 0 : 1, ordering: .acquiringAndReleasing))
    }
}

/// The records that were taken out of an inbox, which own nothing but each other: each must be popped.
@usableFromInline
struct InboxChain<B: StateSource>: Sendable {
    /// The oldest record that was not popped; 0 or 1 is the end.
    @usableFromInline
    var oldest: UInt = 0
    /// The number of records that were taken.
    @usableFromInline
    var count: UInt64 = 0

    /// Turns a chain around, so that its links lead to the newer ones.
    @inlinable
    init(newest: UInt) {
        var next = newest
        while let record = Self.record(at: next) {
            next = record._withUnsafeGuaranteedRef { record in
                let older = record.older
                record.older = oldest
                return older
            }
            oldest = UInt(bitPattern: record.toOpaque())
            count &+= 1
        }
    }

    @inlinable
    static func record(at word: UInt) -> Unmanaged<EventRecord<B>>? {
        // The word is 0, 1 or what `tryAdd` made of a record.
        word > 1 ? UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) } : nil
    }

    /// Removes and returns the oldest record.
    @inlinable
    mutating func pop() -> EventRecord<B>? {
        // The chain owned it; from here on the caller does.
        guard let record = Self.record(at: oldest)?.takeRetainedValue() else { return nil }
        oldest = record.older
        return record
    }
}

extension BlocCore {
    /// Notes under the lock that a thread has the role of draining from now on.
    ///
    /// Other threads may leave their events without the lock until it rests, or until the bloc begins to close.
    @inlinable
    func beginDraining(_ state: inout CoreState<B>) {
        state.mailbox.begun()
        if hasInbox, state.life.isOpen { inbox.open() }
    }

    /// Puts the events that were left in the inbox into the mailbox.
    @inlinable
    func collect(_ state: inout CoreState<B>) {
        if inbox.hasRecords { enqueue(inbox.take(), &state) }
    }

    /// Does the same, and lets no thread leave events in the inbox any more.
    @usableFromInline
    func collectLast(_ state: inout CoreState<B>) {
        enqueue(inbox.take(andShut: true), &state)
    }

    /// Numbers events in the order in which they were left, and puts them into the mailbox.
    ///
    /// The bloc is open, and has neither hooks nor a limit: nothing else is to be decided or told.
    @inlinable
    @inline(never)
    func enqueue(_ records: InboxChain<B>, _ state: inout CoreState<B>) {
        guard records.count > 0 else { return }
        var records = records
        var ticket = changeGate { $0.numbered(records.count) }.sequence
        while let record = records.pop() {
            ticket &+= 1
            record.ticket = ticket
            record.life.accepted()
            state.mailbox.enqueued(record)
        }
    }
}
