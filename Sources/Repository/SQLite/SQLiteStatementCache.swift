/// Prepared statements by their SQL; the one unused for the longest time goes first.
final class SQLiteStatementCache {
    final class Entry {
        let statement: SQLiteStatement
        fileprivate var lastUse = 0

        init(_ statement: consuming SQLiteStatement) {
            self.statement = statement
        }
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses = 0

    init(capacity: Int = 64) {
        self.capacity = capacity
    }

    /// Hands out the statement, which is no longer here until it is given back.
    func take(_ sql: String) -> Entry? {
        entries.removeValue(forKey: sql)
    }

    /// Takes the statement back.
    func give(_ entry: Entry) {
        entry.statement.clear()
        uses += 1
        entry.lastUse = uses
        entries[entry.statement.sql] = entry
        if entries.count > capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
    }

    /// Finalises every statement that is here.
    func removeAll() {
        entries.removeAll()
    }
}
