/// The contacts of an order by name in memory: their row numbers and sort keys.
///
/// A search for names compares 100,000 keys here in a few milliseconds, which takes SQLite fifty.
struct NameOrder {
    /// The most contacts, and the most bytes of keys, that are kept: about 12 MB in all.
    private static let limit: (contacts: Int64, bytes: Int) = (200_000, 8 << 20)
    /// The bytes of a key for which memory is reserved; what is not needed of it is never touched.
    private static let usualKey = 32

    private let sort: ContactSort
    private var numbers: [UInt32] = []
    private var initials: [NameInitials] = []
    private var keys: [UInt8] = []
    /// By contact, where its key ends in ``keys``.
    private var ends: [UInt32] = []

    /// Reads the order; `nil` when it has too many contacts or is none by name.
    init?(_ query: ContactQuery, upTo largest: Int64, on connection: SQLiteConnection) throws {
        guard query.sort != .birthday, (1...Self.limit.contacts).contains(largest) else { return nil }
        sort = query.sort
        numbers.reserveCapacity(Int(largest))
        initials.reserveCapacity(Int(largest))
        ends.reserveCapacity(Int(largest))
        keys.reserveCapacity(min(Int(largest) * Self.usualKey, Self.limit.bytes))
        var forward = query
        forward.isReversed = false
        let sql = "SELECT c.number, \(query.key) FROM contact c" + forward.order
        let isWhole = try connection.withStatement(sql) { row in
            while try row.step() {
                let number = row.integer(0)
                guard (0...largest).contains(number) else { return false }
                row.withBytes(1) { add(UInt32(number), $0) }
                guard keys.count <= Self.limit.bytes else { return false }
            }
            return true
        }
        guard isWhole else { return nil }
    }

    private mutating func add(_ number: UInt32, _ key: UnsafeBufferPointer<UInt8>) {
        numbers.append(number)
        initials.append(NameInitials(key))
        keys.append(contentsOf: key)
        ends.append(UInt32(keys.count))
    }

    /// Whether it has the contacts in the order of the query, in one direction or the other.
    func isOrder(of query: ContactQuery) -> Bool { query.sort == sort }

    /// Calls `body` with the row numbers of the contacts whose names match, in the order of the query, until it returns
    /// `false`.
    ///
    /// With a position it begins there; contacts with the key of the position are among them, whatever their identifiers.
    /// With a bitmap, only the rows in it are regarded.
    func forEach(
        _ names: NameMatcher,
        in query: ContactQuery,
        from position: CursorPosition?,
        among rows: RowBitmap? = nil,
        _ body: (Int64) throws -> Bool
    ) throws {
        let wanted = names.initials
        try keys.withUnsafeBufferPointer { keys in
            func key(_ index: Int) -> UnsafeBufferPointer<UInt8> {
                UnsafeBufferPointer(rebasing: keys[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])])
            }
            func isWanted(_ index: Int) -> Bool {
                guard initials[index].contains(wanted), rows?.contains(Int64(numbers[index])) != false else {
                    return false
                }
                return names.matches(key(index))
            }
            let start = position.map { Array($0.key.utf8) }
            if query.isReversed {
                let end = start.map { start in partition { start.lexicographicallyPrecedes(key($0)) } }
                for index in (0..<(end ?? numbers.count)).reversed() where isWanted(index) {
                    guard try body(Int64(numbers[index])) else { return }
                }
            } else {
                let first = start.map { start in partition { !key($0).lexicographicallyPrecedes(start) } }
                for index in (first ?? 0)..<numbers.count where isWanted(index) {
                    guard try body(Int64(numbers[index])) else { return }
                }
            }
        }
    }

    /// The first index for which the condition holds, which holds for all behind it, too.
    private func partition(_ isBehind: (Int) -> Bool) -> Int {
        var range = 0..<numbers.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isBehind(middle) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}

/// A Bloom filter with the beginnings of the words of a name: their first letters, and their first two.
struct NameInitials: Equatable {
    private var bits: UInt32 = 0

    /// The beginnings of all words of a sort key by name.
    init(_ key: UnsafeBufferPointer<UInt8>) {
        // Before the names there is a digit that orders names and none.
        var place = 1
        while place < key.count {
            var known: (first: UInt8, count: Int) = (0, 0)
            while place < key.count, NameMatcher.isInWord(key[place]) {
                defer { place += 1 }
                guard known.count < 2, !NameMatcher.isApostrophe(key[place]) else { continue }
                if known.count == 0 { known.first = key[place] }
                bits |= Self.bit(known.first, known.count == 0 ? nil : key[place])
                known.count += 1
            }
            while place < key.count, !NameMatcher.isInWord(key[place]) { place += 1 }
        }
    }

    /// The beginnings of a word; with `[]` there are none.
    init(word: [UInt8]) {
        guard let first = word.first else { return }
        bits = Self.bit(first, nil) | (word.count > 1 ? Self.bit(first, word[1]) : 0)
    }

    private init(bits: UInt32) { self.bits = bits }

    /// Whether all of the beginnings may be among these.
    func contains(_ other: NameInitials) -> Bool { bits & other.bits == other.bits }

    /// The beginnings in any of the filters.
    static func union(_ all: some Sequence<NameInitials>) -> NameInitials {
        NameInitials(bits: all.reduce(0) { $0 | $1.bits })
    }

    /// The beginnings in each of the filters; none without any.
    static func intersection(_ all: some Collection<NameInitials>) -> NameInitials {
        all.isEmpty ? NameInitials(bits: 0) : NameInitials(bits: all.reduce(.max) { $0 & $1.bits })
    }

    private static func bit(_ first: UInt8, _ second: UInt8?) -> UInt32 {
        guard let second else { return 1 << UInt32(first & 31) }
        return 1 << ((UInt32(first) &* 31 &+ UInt32(second)) &* 0x9E37_79B1 >> 27)
    }
}

/// Keeps the order by name that was searched last, for as long as the store is the same.
final class NameOrders {
    /// How many rows of an order a search may read before the order is taken into memory instead.
    private let patience: Int
    private var known: (order: NameOrder, revision: StoreRevision)?
    /// The revision at which an order was too large.
    private var refused: StoreRevision?

    init(patience: Int = 4096) {
        self.patience = patience
    }

    /// Whether a search has read so many rows that the order is to be taken into memory.
    func isWorthwhile(after rows: Int, at revision: StoreRevision) -> Bool {
        rows >= patience && refused != revision
    }

    /// The order of the query as the store has it at the revision, if it is in memory.
    func order(of query: ContactQuery, at revision: StoreRevision) -> NameOrder? {
        guard let known else { return nil }
        guard known.revision == revision else {
            self.known = nil
            return nil
        }
        return known.order.isOrder(of: query) ? known.order : nil
    }

    /// Reads the order of the query and keeps it instead of the one before; `nil` when it is too large.
    func read(
        _ query: ContactQuery,
        at revision: StoreRevision,
        upTo largest: Int64,
        on connection: SQLiteConnection
    ) throws -> NameOrder? {
        // Before the new one is read, so that the memory of one suffices.
        known = nil
        guard let order = try NameOrder(query, upTo: largest, on: connection) else {
            refused = revision
            return nil
        }
        known = (order, revision)
        return order
    }

    /// Forgets the order, as when the file is closed.
    func forget() { known = nil }
}
