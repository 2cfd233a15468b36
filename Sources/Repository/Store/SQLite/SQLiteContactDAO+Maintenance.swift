#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

extension SQLiteContactDAO: StoreMaintenance {
    /// Looks for problems.
    public func check(full: Bool) throws -> [StoreProblem] {
        var problems = database.permissionProblems()
        if case .database(ContactSchema.applicationID) = SQLiteFileHeader.read(database.path),
            !SQLiteFileHeader.mayBeWritten(database.path)
        {
            return problems + [.damaged("its header forbids to write it")]
        }
        let inspect = { connection in try StoreInspection(connection: connection).problems(full: full) }
        let found = try database.reading(damage: { [.damaged($0)] }, inspect)
        guard let found else { return problems }
        problems += found
        guard found.allSatisfy({ if case .unreadable = $0 { true } else { false } }) else { return problems }
        if try !isIndexConsistent() { problems.append(.searchIndex) }
        return problems
    }

    /// Repairs what is damaged, missing, unreadable or wrong.
    public func repair(at time: Date) throws -> StoreRepair {
        var repair = StoreRepair()
        let isWhole = try check(full: true).allSatisfy { problem in
            switch problem {
            case .damaged, .missing: false
            case .unreadable, .searchIndex, .permissions: true
            }
        }
        do {
            if isWhole {
                try mend(&repair, at: time)
                return repair
            }
        } catch let error as RepositoryError where error.code == .unreadableDatabase || error.code == .internal {
            // Damage that no check has found.
        }
        (repair.database, repair.saved) = try database.salvage(at: time)
        try mend(&repair, at: time)
        return repair
    }

    /// Repairs a database whose tables can be read.
    private func mend(_ repair: inout StoreRepair, at time: Date) throws {
        guard try database.reading({ _ in true }) == true else { return }
        (repair.recordFile, repair.records) = try database.setAsideUnreadable(at: time)
        guard try !isIndexConsistent() else { return }
        try database.writing { try ContactSearchIndex(connection: $0).rebuild() }
        repair.hasNewIndex = true
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
