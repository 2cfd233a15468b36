/// Prepared statements by their SQL; the one unused for the longest time goes first.
///
/// A list, not a table: work in bulk uses the same few statements in turn, which are at its end, and comparing a text with
/// itself takes less time than hashing it.
final class SQLiteStatementCache {
    final class Entry {
        let statement: SQLiteStatement

        init(_ statement: consuming SQLiteStatement) {
            self.statement = statement
        }
    }

    private let capacity: Int
    /// The one used last is the last.
    private var entries: [Entry] = []

    init(capacity: Int = 64) {
        self.capacity = capacity
    }

    /// Hands out the statement, which is no longer here until it is given back.
    func take(_ sql: String) -> Entry? {
        entries.lastIndex { $0.statement.sql == sql }.map { entries.remove(at: $0) }
    }

    /// Takes the statement back.
    func give(_ entry: Entry) {
        entry.statement.clear()
        entries.append(entry)
        if entries.count > capacity { entries.removeFirst() }
    }

    /// Finalises every statement that is here.
    func removeAll() {
        entries.removeAll()
    }
}
