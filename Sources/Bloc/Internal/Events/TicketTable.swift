/// Values by the numbers of events, for those that run or wait.
///
/// A dictionary guards against keys that are chosen to collide, which takes most of its time. The bloc numbers its events itself,
/// so a multiplication is enough to spread them.
@usableFromInline
struct TicketTable<Value> {
    @usableFromInline
    struct Entry {
        /// The number of the event; 0 where nothing is stored.
        @usableFromInline
        var ticket: UInt64 = 0
        @usableFromInline
        var value: Value?

        @inlinable
        init() {}
    }

    /// A power of two of places, or none; at most half of them are taken.
    ///
    /// A value is at the first place of its number that was free, counted around from the number's own.
    @usableFromInline
    var entries: [Entry] = []
    @usableFromInline
    var taken: Int32 = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { taken == 0 }

    @inlinable
    var count: Int { Int(taken) }

    /// The numbers, in no order.
    @inlinable
    var tickets: [UInt64] { isEmpty ? [] : entries.compactMap { $0.value == nil ? nil : $0.ticket } }

    /// The values, in no order.
    @inlinable
    var values: [Value] { isEmpty ? [] : entries.compactMap(\.value) }

    /// The value of a number, which is not 0.
    @inlinable
    subscript(ticket: UInt64) -> Value? {
        get { isEmpty ? nil : entries[place(of: ticket)].value }
        set {
            guard let newValue else {
                remove(ticket)
                return
            }
            if entries.count < 2 * (count + 1) { grow() }
            let place = place(of: ticket)
            if entries[place].ticket == 0 {
                entries[place].ticket = ticket
                taken += 1
            }
            entries[place].value = newValue
        }
    }

    /// Removes and returns the value of a number.
    @discardableResult
    @inlinable
    mutating func remove(_ ticket: UInt64) -> Value? {
        guard !isEmpty else { return nil }
        var gap = place(of: ticket)
        guard entries[gap].ticket != 0 else { return nil }
        let removed = entries[gap].value.take()
        taken -= 1
        if isEmpty, entries.count > 256 {
            entries = []
            return removed
        }
        // What follows without a gap, and could have been nearer to its own place, moves up.
        let mask = entries.count - 1
        var next = gap
        while true {
            next = (next + 1) & mask
            let other = entries[next].ticket
            if other == 0 { break }
            if (next &- ownPlace(of: other)) & mask >= (next &- gap) & mask {
                entries.swapAt(gap, next)
                gap = next
            }
        }
        entries[gap].ticket = 0
        return removed
    }

    /// The place where a number would be without others.
    @inlinable
    func ownPlace(of ticket: UInt64) -> Int {
        // Fibonacci hashing: the highest bits of a product with the golden ratio.
        let product = ticket &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> UInt64(truncatingIfNeeded: 64 - entries.count.trailingZeroBitCount))
    }

    /// The place of a number, or the free place where it would be; there are places.
    @inlinable
    func place(of ticket: UInt64) -> Int {
        let mask = entries.count - 1
        var place = ownPlace(of: ticket)
        while entries[place].ticket != ticket, entries[place].ticket != 0 { place = (place + 1) & mask }
        return place
    }

    @inlinable
    @inline(never)
    mutating func grow() {
        let old = entries
        entries = Array(repeating: Entry(), count: max(4, 2 * old.count))
        for entry in old where entry.ticket != 0 { entries[place(of: entry.ticket)] = entry }
    }
}

extension TicketTable.Entry: Sendable where Value: Sendable {}
extension TicketTable: Sendable where Value: Sendable {}
