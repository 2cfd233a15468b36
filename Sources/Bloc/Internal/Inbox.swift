public import Synchronization

/// The events that threads leave, without the lock, for the thread that drains the mailbox.
///
/// It is open only while a thread drains, which empties it before it rests. A thread that finds it shut takes the lock. It is one
/// word: shut, empty, or the newest entry of a chain whose links lead to the older ones. Entries are added by any thread; opening,
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

    /// Whether an entry waits.
    ///
    /// A thread that added one always sees it here until it was taken.
    @inlinable
    var hasEntries: Bool { word.load(ordering: .relaxed) > 1 }

    /// Adds an entry.
    ///
    /// - Returns: Whether the inbox was open. If so, the entry is taken by the thread that drains.
    @inlinable
    func add(_ entry: InboxEntry<B>) -> Bool {
        // The chain owns the entry from the exchange on, which another thread may take at once.
        let owned = Unmanaged.passRetained(entry)
        var seen = word.load(ordering: .relaxed)
        while seen != 0 {
            if tryAdd(owned, behind: &seen) { return true }
        }
        owned.release()
        return false
    }

    /// Tries once to add an entry behind the newest one that was seen.
    ///
    /// - Returns: Whether it was added; if not, `seen` is what is there now.
    @inlinable
    @inline(__always)
    func tryAdd(_ entry: Unmanaged<InboxEntry<B>>, behind seen: inout UInt) -> Bool {
        entry._withUnsafeGuaranteedRef { $0.older = seen }
        let (isDone, now) = word.compareExchange(
            expected: seen,
            desired: UInt(bitPattern: entry.toOpaque()),
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
    /// - Returns: Whether it is shut; otherwise entries wait.
    @inlinable
    func shutIfEmpty() -> Bool {
        let (isDone, now) = word.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing)
        return isDone || now == 0
    }

    /// Takes all entries, oldest first; under the lock.
    ///
    /// - Parameter shuts: Whether no more may follow until the inbox is opened.
    /// - Returns: The entries.
    @inlinable
    @inline(never)
    func take(andShut shuts: Bool = false) -> [InboxEntry<B>] {
        guard isOpen else { return [] }
        var newest = word.exchange(shuts ? 0 : 1, ordering: .acquiringAndReleasing)
        var entries: [InboxEntry<B>] = []
        while let address = UnsafeRawPointer(bitPattern: newest), newest > 1 {
            // The chain owned it; from here on the array does.
            let entry = Unmanaged<InboxEntry<B>>.fromOpaque(address).takeRetainedValue()
            newest = entry.older
            entries.append(entry)
        }
        entries.reverse()
        return entries
    }
}

/// An event in the inbox, which is its receipt, too.
///
/// Unchecked, with this proof: the thread that adds the entry writes `older` before the exchange that shares it, and the event in
/// the initializer; only the thread that took it out, by an exchange that acquires, uses both after that.
@usableFromInline
final class InboxEntry<B: StateSource>: PendingReceipt, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked) var event: B.Event?
    /// The word of the inbox before this entry.
    @usableFromInline
    @exclusivity(unchecked) var older: UInt = 0

    @inlinable
    init(_ event: B.Event, in owner: any EventOwner) {
        self.event = event
        super.init(in: owner)
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
        if inbox.hasEntries { enqueue(inbox.take(), &state) }
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
    func enqueue(_ entries: [InboxEntry<B>], _ state: inout CoreState<B>) {
        for entry in entries {
            guard let event = entry.event.take() else { continue }  // Unreachable: only here is it taken.
            entry.ticket = changeGate { $0.numbered }.numbered.sequence
            var record = EventRecord<B>(
                event: event,
                context: EventContext(sequence: entry.ticket),
                receipt: entry,
                isOwn: false
            )
            record.life.accepted()
            state.mailbox.enqueued(record)
        }
    }

    /// What the draining thread does next; nothing waits in the inbox when it rests, and the inbox is shut then.
    @inlinable
    func nextInMailbox(_ state: inout CoreState<B>) -> MailboxStateMachine<EventRecord<B>>.NextAction {
        repeat { collect(&state) } while state.mailbox.count == 0 && !inbox.shutIfEmpty()
        return state.mailbox.next { !$0.isOwn }
    }
}
