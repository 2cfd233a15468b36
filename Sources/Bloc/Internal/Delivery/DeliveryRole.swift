public import Synchronization

/// Who calls the observers of a bloc: one thread at a time, outside every lock.
///
/// The role is taken and its queue is filled under the lock of the bloc; giving it back with nothing queued needs no lock.
@usableFromInline
struct DeliveryRole: ~Copyable, Sendable {
    /// 0: free.
    ///
    /// 1: held. 2: held, and something was queued.
    @usableFromInline
    let word = Atomic<UInt8>(0)

    @inlinable
    init() {}

    /// Takes the role if it is free; else tells its holder that something is queued.
    ///
    /// Under the lock.
    ///
    /// - Returns: Whether the caller has it now.
    @inlinable
    func taken() -> Bool {
        // Taken only under the lock, so that nobody else can take it between the load and the store.
        if word.load(ordering: .acquiring) == 0 {
            word.store(1, ordering: .relaxed)
            return true
        }
        let (isTold, held) = word.compareExchange(expected: 1, desired: 2, ordering: .acquiring)
        if isTold || held == 2 { return false }
        word.store(1, ordering: .relaxed)
        return true
    }

    /// Gives the role back, unless something was queued.
    @inlinable
    func released() -> Bool {
        word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged
    }

    /// Gives the role back under the lock, where the holder saw that nothing is queued.
    @inlinable
    func rested() {
        word.store(0, ordering: .releasing)
    }
}
