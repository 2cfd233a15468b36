import Dispatch
package import Primitives

/// A ``ContactDAO`` over a SQLite file, which is opened on first use and created on the first write.
package actor SQLiteContactDAO: ContactDAO {
    private let executor = BlockingExecutor(label: "contacts.database")
    let database: ContactDatabase
    /// Called for each record that is left out because it can't be read.
    let onUnreadable: UnreadableHandler
    private let pages: ContactPageReader
    private let historySize: Int64
    private let now: @Sendable () -> Date

    /// The thread that reads and writes the file.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private static let selectPrefix =
        ContactColumns.select + " WHERE c.id >= ? AND \(ContactColumns.isPresent) ORDER BY c.id LIMIT ?"
    private static let selectOne = ContactColumns.select + " WHERE c.id = ? AND \(ContactColumns.isPresent)"

    /// Creates a store over the file at the path; a relative path is resolved against the current folder.
    ///
    /// `region` is the country assumed for telephone numbers without a country code. A search that finds at most `few`
    /// contacts looks them up one by one. The history keeps at most `historySize` bytes. `onUnreadable` is called for each
    /// record that is left out because it can't be read, possibly several times.
    package init(
        path: String,
        region: PhoneRegion? = nil,
        few: Int = 500,
        historySize: Int64 = LocalStore.historySize,
        interruption: Interruption = Interruption(),
        onUnreadable: @escaping @Sendable (UnreadableRecord) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.onUnreadable = onUnreadable
        self.historySize = historySize
        self.now = now
        database = ContactDatabase(path: path, interruption: interruption)
        pages = ContactPageReader(region: region, onUnreadable: onUnreadable, few: few)
    }

    /// Closes the file; a later call opens it again.
    package func close() {
        database.close()
    }

    package func contacts(_ query: ContactQuery) throws -> ContactPage {
        // An invalid cursor is rejected even if there is no database yet.
        _ = try query.after.map { try CursorPosition($0, query: query) }
        return try database.reading { try pages.page(of: query, on: $0) } ?? ContactPage(contacts: [])
    }

    package func count(_ filter: ContactFilter) throws -> Int {
        try database.reading { try pages.count(filter, on: $0) } ?? 0
    }

    /// Returns the contacts that don't come from an API, in the order in which they were stored.
    package func ownContacts(limit: Int = .max) throws -> [ContactID] {
        try database.reading { connection in
            let sql = "SELECT id FROM contact WHERE source IS NULL AND deleted_at IS NULL ORDER BY number LIMIT ?"
            return try connection.rows(sql, [limit]) { ContactID(rawValue: $0.text(0) ?? "") }
        } ?? []
    }

    package func revision() throws -> StoreRevision {
        try database.revision()
    }

    /// Reads the contacts whose identifiers begin with `prefix`.
    ///
    /// - Throws: ``RepositoryError`` with the code `unreadableDatabase` if the only one can't be read.
    package func contacts(withPrefix prefix: String, limit: Int) throws -> [Contact] {
        func isWanted(_ id: ContactID?) -> Bool { id?.rawValue.utf8.starts(with: prefix.utf8) == true }
        return try database.reading { connection in
            var unreadable: UnreadableRecord?
            let found = try connection.rows(Self.selectPrefix, [prefix, max(0, limit)]) { row -> Contact? in
                do {
                    return try ContactColumns.contact(row)
                } catch let record as UnreadableRecord {
                    if isWanted(record.contact) { unreadable = unreadable ?? record }
                    return nil
                }
            }
            let contacts = found.compactMap(\.self).filter { isWanted($0.id) }
            guard let unreadable else { return contacts }
            // The contact with the whole identifier would be the first.
            let isWhole = unreadable.contact?.rawValue.utf8.elementsEqual(prefix.utf8) == true
            if isWhole || contacts.isEmpty { throw unreadable }
            onUnreadable(unreadable)
            return contacts
        } ?? []
    }

    package func contacts(withIDs ids: [ContactID]) throws -> [Contact] {
        let contacts = try database.reading { connection in
            try ids.compactMap { id in
                try connection.first(Self.selectOne, id.rawValue) { row in
                    try ContactColumns.contact(row, onUnreadable: onUnreadable)
                }
            }
        }
        return contacts ?? []
    }

    package func apply(_ changes: [ContactChange], title: String, note: StepNote?) throws -> [Contact] {
        // An unknown identifier must not create the file.
        if let id = changes.first?.existing, try !exists() { throw RepositoryError.noContact(id) }
        guard !changes.isEmpty else { return [] }
        return try changing { store in
            var run = ContactChanges(title: title, at: UTCDate(milliseconds: store.time))
            let contacts = try changes.map { change in
                try Task.checkCancellation()
                return try run.apply(change, to: store)
            }
            if title == HistoryStep.groupRenaming, case .edit(_, let edit)? = changes.first,
                let old = edit.removedCategories.first, let new = edit.addedCategories.first
            {
                try SyncTransaction(store: store).renameGroup(old, to: new)
            }
            if let note, let step = run.step { try store.annotate(step, with: note) }
            return contacts
        }
    }

    private func exists() throws -> Bool { try database.reading { _ in true } == true }

    package func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @Sendable () throws -> [ImportedContact]?
    ) throws -> ImportSummary {
        // An empty import must not create the file.
        guard var batch = try next() else { return ImportSummary() }
        return try changing { store in
            try store.index.prepareForMany()
            var run = ContactImport(title: title, duplicates: duplicates)
            while true {
                for contact in batch {
                    try Task.checkCancellation()
                    do {
                        try run.add(contact, to: store)
                    } catch let record as UnreadableRecord where record.kind == .card {
                        // The stored contact to change can't be read; the error is thrown before anything is written.
                        onUnreadable(record)
                    }
                }
                guard let more = try next() else { return try run.finish(store) }
                batch = more
            }
        }
    }

    package func turn(steps: Int, isUndone: Bool) throws -> [HistoryStep] {
        // Without a step to undo, don't create the file or wait for a writer.
        guard try nextStep(isUndone: isUndone) != nil else { return [] }
        return try changing { store in
            let turned = try store.turn(limit: steps, isUndone: isUndone)
            for step in turned where step.title == HistoryStep.groupRenaming && step.isUndone != isUndone {
                try SyncTransaction(store: store).renameGroup(of: step)
            }
            return turned
        }
    }

    package func history(limit: Int) throws -> [HistoryStep] {
        try reading { try $0.history(limit: limit) } ?? []
    }

    package func revisions(of id: ContactID) throws -> [ContactRevision] {
        try reading { try $0.revisions(of: id) } ?? []
    }

    package func nextStep(isUndone: Bool) throws -> HistoryStep? {
        try reading { try $0.steps(isUndone: isUndone, limit: 1).first }.flatMap(\.self)
    }

    package func record(_ note: StepNote, title: String) throws -> Int64 {
        try changing { try $0.record(note, title: title) }
    }

    package func annotate(_ step: Int64, with note: StepNote) throws {
        try changing { try $0.annotate(step, with: note) }
    }

    package func historyStep(_ id: Int64, limit: Int) throws -> HistoryDetail {
        if let detail = try reading({ try $0.detail(of: id, limit: limit) }).flatMap(\.self) { return detail }
        throw RepositoryError(.notFound, "The history has no step \(id). contacts history lists the steps.")
    }

    package func deleteEmptyGroup(_ name: String) throws -> Bool {
        guard try hasLedger() else { return false }
        return try changing { try SyncTransaction(store: $0).deleteEmptyGroup(name) }
    }

    package func overview() throws -> StoreOverview {
        let overview = try database.reading { connection in
            var overview = StoreOverview()
            try connection.forEach(ContactColumns.select + " WHERE " + ContactColumns.isPresent) { row in
                if let contact = try ContactColumns.contact(row, onUnreadable: onUnreadable) { overview.count(contact) }
            }
            func count(_ sql: String) throws -> Int { Int(try connection.integer("SELECT count(*) FROM " + sql)) }
            try overview.addGroups(SyncTransaction.groupsWithCards(connection))
            overview.removed = try count("contact WHERE deleted_at IS NOT NULL")
            overview.pages = try count("fetch")
            overview.steps = try count("journal")
            return overview
        }
        return overview ?? StoreOverview()
    }

    private func reading<Result>(_ body: (LocalStore) throws -> Result) throws -> Result? {
        try database.reading { try body(LocalStore(connection: $0, time: 0, onUnreadable: onUnreadable)) }
    }

    func changing<Result>(at time: Date? = nil, _ body: (LocalStore) throws -> Result) throws -> Result {
        let time = (time ?? now()).milliseconds
        return try database.writing { connection in
            try body(
                LocalStore(connection: connection, time: time, onUnreadable: onUnreadable, historySize: historySize)
            )
        }
    }

    package func requireSound() throws {
        try database.requireSound()
    }
}

// The pages of sources.
extension SQLiteContactDAO {
    package func state(of source: ContactSource) throws -> StoreState {
        let state = try database.reading { connection in
            var source = source
            if source.seed.isEmpty { source.seed = try adoptedSeed(for: source, on: connection) ?? "" }
            let sql = """
                SELECT page, results, fetched_at, stored_at, people, validator
                FROM fetch JOIN source ON source.number = fetch.source
                WHERE version = ? AND seed = ? AND nationalities = ? ORDER BY results, page
                """
            let pages = try connection.rows(sql, [source.version, source.seed, source.nationalities]) { row in
                StoreState.HeldPage(
                    page: Int(row.integer(0)),
                    results: Int(row.integer(1)),
                    fetchedAt: Date(milliseconds: row.integer(2)),
                    storedAt: Date(milliseconds: row.integer(3)),
                    // Limited to what a page can contain.
                    people: Int(min(max(row.integer(4), 0), Int64(Int32.max))),
                    validator: row.text(5)
                )
            }
            let last = try connection.first("SELECT max(fetched_at) FROM fetch") { row in
                row.isNull(0) ? nil : Date(milliseconds: row.integer(0))
            }
            let hasPeople = try connection.integer("SELECT EXISTS (SELECT 1 FROM contact)") != 0
            return StoreState(hasPeople: hasPeople, lastFetch: last, source: source, pages: pages)
        }
        return state ?? StoreState(hasPeople: false, lastFetch: nil, source: source, pages: [])
    }

    package func store(_ page: FetchedPage) throws -> ContactSource {
        try changing(at: page.fetchedAt) { store in
            let connection = store.connection
            let answer = page.answer
            var writer = ContactWriter(store: store, page: page, source: try number(of: answer.source, on: connection))
            try store.index.prepareForMany()
            try writer.write()
            var asked = page.asked
            var next = page.asked
            if asked.seed.isEmpty, !answer.source.seed.isEmpty {
                // The page belongs to the seed in its response, even if another process has adopted another seed since.
                asked.seed = answer.source.seed
                next.seed = try adopt(asked, on: connection)
            }
            let fetch = try number(of: asked, on: connection)
            let sql = """
                INSERT OR REPLACE INTO fetch (source, page, results, fetched_at, stored_at, people, validator)
                VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)
                """
            let (people, validator) = (answer.people.count, answer.validator)
            try connection.run(sql, fetch, page.page, page.results, store.time, people, validator)
            return next
        }
    }

    package func confirm(_ page: StoreState.HeldPage, of source: ContactSource, at time: Date) throws {
        try database.writing { connection in
            let sql = "UPDATE fetch SET fetched_at = ? WHERE source = ? AND results = ? AND page = ?"
            let source = try number(of: source, on: connection)
            try connection.run(sql, time.milliseconds, source, page.results, page.page)
        }
    }

    private func number(of source: ContactSource, on connection: SQLiteConnection) throws -> Int64 {
        let values = [source.version, source.seed, source.nationalities]
        try connection.run("INSERT OR IGNORE INTO source (version, seed, nationalities) VALUES (?, ?, ?)", values)
        let sql = "SELECT number FROM source WHERE version = ? AND seed = ? AND nationalities = ?"
        return try connection.rows(sql, values) { $0.integer(0) }.first ?? 0
    }

    private func adoptedSeed(for source: ContactSource, on connection: SQLiteConnection) throws -> String? {
        let sql = "SELECT seed FROM adopted_seed WHERE version = ? AND nationalities = ?"
        return try connection.first(sql, source.version, source.nationalities) { row in row.text(0) }
    }

    /// Adopts the seed unless one has already been adopted, and returns the adopted one.
    private func adopt(_ source: ContactSource, on connection: SQLiteConnection) throws -> String {
        let sql = "INSERT OR IGNORE INTO adopted_seed VALUES (?, ?, ?)"
        try connection.run(sql, source.version, source.nationalities, source.seed)
        return try adoptedSeed(for: source, on: connection) ?? source.seed
    }
}

// Data that can be fetched again.
extension SQLiteContactDAO {
    /// People without local data or history entries, because undoing or redoing a step may need the others.
    private static let clearable = """
        contact WHERE source IS NOT NULL AND deleted_at IS NULL
        AND number NOT IN (SELECT contact FROM contact_local) AND id NOT IN (SELECT contact FROM journal_entry)
        """

    package func cacheOverview() throws -> CacheOverview {
        let overview = try database.reading { connection in
            func count(_ sql: String) throws -> Int { Int(try connection.integer("SELECT count(*) FROM " + sql)) }
            return CacheOverview(
                pages: try count("fetch"),
                people: try count("contact WHERE source IS NOT NULL AND deleted_at IS NULL"),
                clearable: try count(Self.clearable),
                lastFetch: try connection.first("SELECT page, max(fetched_at) FROM fetch") { row in
                    guard !row.isNull(1) else { return nil }
                    guard let time = UTCDate(milliseconds: row.integer(1)) else {
                        onUnreadable(UnreadableRecord(kind: .page, number: row.integer(0)))
                        return nil
                    }
                    return Date(milliseconds: time.milliseconds)
                }
            )
        }
        return overview ?? CacheOverview()
    }

    package func clearCache() throws -> Int {
        // If there is nothing to remove, don't create the file.
        let held = try cacheOverview()
        guard held.clearable > 0 || held.pages > 0 else { return 0 }
        return try database.writing { connection in
            let count = Int(try connection.integer("SELECT count(*) FROM " + Self.clearable))
            // Deleting from the index requires the words of each contact; rebuilding it is faster.
            try connection.execute("DELETE FROM \(Self.clearable); DELETE FROM fetch")
            try ContactSearchIndex(connection: connection).fill()
            return count
        }
    }
}

extension SQLiteContactDAO: StoreMaintenance {
    package func check(full: Bool) throws -> [StoreProblem] {
        var problems = database.permissionProblems()
        let header = SQLiteFileHeader.read(database.path)
        if header == .database(applicationID: ContactSchema.applicationID, mayBeWritten: false) {
            return problems + [.damaged("its header doesn't allow writing")]
        }
        let inspect = { connection in try StoreInspection(connection: connection).problems(full: full) }
        let found = try database.reading(damage: { [.damaged($0)] }, inspect)
        guard let found else { return problems }
        problems += found
        if found.contains(where: \.isOfDatabase) { return problems }
        if try !isIndexConsistent() { problems.append(.searchIndex) }
        return problems
    }

    package func repair(at time: Date) throws -> StoreRepair {
        var repair = StoreRepair()
        do {
            if try !check(full: true).contains(where: \.isOfDatabase) {
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

    package func backup(to path: String) throws {
        try database.backup(to: path)
    }

    private func isIndexConsistent() throws -> Bool {
        do {
            return try database.writing { try ContactSearchIndex(connection: $0).isConsistent() }
        } catch let error as RepositoryError where error.code == .inputOutput {
            // The check runs in a write transaction, so a read-only file can't be checked.
            return true
        }
    }
}

/// An executor with its own thread, for an actor that blocks in system calls.
///
/// This keeps the threads of Swift's pool from being blocked.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
