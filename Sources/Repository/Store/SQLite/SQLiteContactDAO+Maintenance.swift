#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

extension SQLiteContactDAO: StoreMaintenance {
    /// Looks for problems.
    public func check(full: Bool) throws -> [StoreProblem] {
        var problems = database.permissionProblems()
        func damage(_ error: SQLiteError) -> [StoreProblem] { [.damaged(error.message)] }
        let found = try database.reading(damage: damage) { connection in
            try StoreInspection(connection: connection).problems(full: full)
        }
        guard let found else { return problems }
        problems += found
        let isWhole = found.allSatisfy { if case .unreadable = $0 { true } else { false } }
        if isWhole, try !isIndexConsistent() { problems.append(.searchIndex) }
        return problems
    }

    /// Repairs what is damaged, missing or unreadable.
    public func repair(at time: Date) throws -> StoreRepair {
        var repair = StoreRepair()
        let isWhole = try check(full: false).allSatisfy { problem in
            switch problem {
            case .damaged, .missing: false
            case .unreadable, .searchIndex, .permissions: true
            }
        }
        if !isWhole { (repair.database, repair.saved) = try database.salvage(at: time) }
        guard try database.reading({ _ in true }) == true else { return repair }
        (repair.recordFile, repair.records) = try database.setAsideUnreadable(at: time)
        return repair
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
