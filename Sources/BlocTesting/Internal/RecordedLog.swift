/// The entries of a recorder, numbered from its creation on, also when it forgets some.
struct RecordedLog: Sendable {
    private(set) var entries: [BlocLogEntry] = []
    private var forgotten = 0
    /// The number of the first entry that `next` has not passed.
    private(set) var cursor = 0

    /// The number that the next entry gets.
    var end: Int { forgotten + entries.count }

    mutating func append(_ entry: BlocLogEntry) {
        entries.append(entry)
    }

    mutating func forget() {
        forgotten = end
        entries = []
        cursor = max(cursor, forgotten)
    }

    /// `next` found the entry of this number.
    mutating func passed(_ number: Int) {
        cursor = max(cursor, number + 1)
    }

    /// The number of the first entry from a number on that fits.
    func firstNumber(from number: Int, where fits: (BlocLogEntry) -> Bool) -> (number: Int, entry: BlocLogEntry)? {
        let skipped = max(0, number - forgotten)
        guard skipped < entries.count, let index = entries[skipped...].firstIndex(where: fits) else { return nil }
        return (forgotten + index, entries[index])
    }
}
