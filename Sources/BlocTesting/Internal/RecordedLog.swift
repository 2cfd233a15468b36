/// The entries of a recorder, with numbers that continue when entries are removed.
struct RecordedLog: Sendable {
    private(set) var entries: [BlocLogEntry] = []
    private var forgotten = 0
    /// The number of the first entry that `next` has not returned or skipped.
    private(set) var cursor = 0

    /// The number of the next entry.
    var end: Int { forgotten + entries.count }

    mutating func append(_ entry: BlocLogEntry) {
        entries.append(entry)
    }

    mutating func forget() {
        forgotten = end
        entries = []
        cursor = max(cursor, forgotten)
    }

    /// Moves the cursor behind the entry of this number.
    mutating func passed(_ number: Int) {
        cursor = max(cursor, number + 1)
    }

    /// Returns the first matching entry from a number on, with its number.
    func firstNumber(from number: Int, where matches: (BlocLogEntry) -> Bool) -> (number: Int, entry: BlocLogEntry)? {
        let skipped = max(0, number - forgotten)
        guard skipped < entries.count, let index = entries[skipped...].firstIndex(where: matches) else { return nil }
        return (forgotten + index, entries[index])
    }
}
