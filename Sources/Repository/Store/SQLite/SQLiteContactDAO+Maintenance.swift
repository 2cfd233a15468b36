extension SQLiteContactDAO: StoreMaintenance {
    /// Looks for damage.
    public func check(full: Bool) throws -> [StoreProblem] {
        var problems = database.permissionProblems()
        func damage(_ error: SQLiteError) -> [StoreProblem] { [.damaged(error.message)] }
        let found = try database.reading(damage: damage) { connection in
            var lines: [String] = []
            try connection.withStatement("PRAGMA \(full ? "integrity_check" : "quick_check")(20)") { row in
                while try row.step() { lines.append(row.text(0) ?? "") }
            }
            try connection.withStatement("PRAGMA foreign_key_check") { row in
                while try row.step(), lines.count < 20 {
                    lines.append("a row of \(row.text(0) ?? "a table") belongs to nothing")
                }
            }
            return lines.filter { $0 != "ok" }.map(StoreProblem.damaged)
        }
        guard let found else { return problems }
        problems += found
        if found.isEmpty, try !isIndexTrue() { problems.append(.searchIndex) }
        return problems
    }

    /// Makes all that repeats something anew.
    public func rebuildIndexes() throws {
        guard try database.reading({ _ in true }) == true else { return }
        try database.writing { connection in
            try ContactSearchIndex(connection: connection).rebuild()
        }
    }

    /// Writes a copy to another file.
    public func backup(to path: String) throws {
        try database.backup(to: path)
    }

    private func isIndexTrue() throws -> Bool {
        do {
            return try database.writing { try ContactSearchIndex(connection: $0).isTrue() }
        } catch let error as RepositoryError where error.code == .inputOutput {
            // What cannot be written cannot be asked.
            return true
        }
    }
}
