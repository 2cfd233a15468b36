extension SQLiteContactDAO: StoreMaintenance {
    /// Looks for problems.
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
                    lines.append("a row of \(row.text(0) ?? "a table") refers to a missing row")
                }
            }
            return lines.filter { $0 != "ok" }.map(StoreProblem.damaged)
        }
        guard let found else { return problems }
        problems += found
        if found.isEmpty, try !isIndexConsistent() { problems.append(.searchIndex) }
        return problems
    }

    /// Rebuilds all derived data.
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

    private func isIndexConsistent() throws -> Bool {
        do {
            return try database.writing { try ContactSearchIndex(connection: $0).isConsistent() }
        } catch let error as RepositoryError where error.code == .inputOutput {
            // The check runs in a write transaction; a read-only file cannot be checked.
            return true
        }
    }
}
