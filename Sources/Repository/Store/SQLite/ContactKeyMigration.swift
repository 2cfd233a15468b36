/// Derives the sort keys and search words of stored contacts again, after a change of the rules for them.
struct ContactKeyMigration {
    let connection: SQLiteConnection

    private static let batch = 1_000

    /// Renews the rows whose keys differ; the others are not written to.
    ///
    /// A contact whose card cannot be read keeps its old keys, for `doctor` to find.
    func run() throws {
        let store = SQLiteLocalStore(connection: connection, time: 0)
        var last = Int64.min
        while true {
            let rows = try rows(after: last)
            guard let end = rows.last else { return }
            for row in rows {
                try Task.checkCancellation()
                guard let stored = try readable({ try store.stored(row.id) }) else { continue }
                let keys = ContactKeys(stored.shown, isRemoved: stored.record.isRemoved)
                guard keys.words != stored.words || keys.order != row.order else { continue }
                try write(keys, of: stored.number)
                try store.index.update(stored.words, to: keys.words, of: stored.number)
            }
            last = end.number
        }
    }

    private struct Row {
        let number: Int64
        let id: ContactID
        let order: SortKeys
    }

    private func rows(after last: Int64) throws -> [Row] {
        let select = """
            SELECT number, id, sort_last, sort_first, sort_birthday FROM contact WHERE number > ?
            ORDER BY number LIMIT \(Self.batch)
            """
        return try connection.withStatement(select) { row in
            try row.bind(last, at: 1)
            var rows: [Row] = []
            while try row.step() {
                let order = SortKeys(last: row.text(2) ?? "", first: row.text(3) ?? "", birthday: row.text(4) ?? "")
                rows.append(Row(number: row.integer(0), id: ContactID(rawValue: row.text(1) ?? ""), order: order))
            }
            return rows
        }
    }

    /// What `body` returns; `nil` when the row holds what cannot be read.
    private func readable(_ body: () throws -> StoredContact?) throws -> StoredContact? {
        do {
            return try body()
        } catch is UnreadableRecord {
            return nil
        }
    }

    private func write(_ keys: ContactKeys, of number: Int64) throws {
        let columns = ContactColumns.keys.map { "\($0) = ?" }.joined(separator: ", ")
        try connection.withStatement("UPDATE contact SET \(columns) WHERE number = ?") { statement in
            try statement.bind(keys, from: 1)
            try statement.bind(number, at: Int32(ContactColumns.keys.count + 1))
            try statement.run()
        }
    }
}
