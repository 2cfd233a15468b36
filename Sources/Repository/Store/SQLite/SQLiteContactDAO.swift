#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

/// A ``ContactDAO`` over an SQLite file, which is opened on first use and created on the first write.
public actor SQLiteContactDAO: ContactDAO {
    private let executor = BlockingExecutor(label: "contacts.database")
    let database: ContactDatabase
    /// Hears of what is left out because it cannot be read.
    let leftOut: LeftOut
    private let pages: ContactPageReader

    /// The thread that reads and writes the file.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private static let selectPrefix =
        ContactColumns.select + " WHERE c.id >= ? AND \(ContactColumns.isPresent) ORDER BY c.id LIMIT ?"
    private static let selectOne = ContactColumns.select + " WHERE c.id = ? AND \(ContactColumns.isPresent)"

    /// Creates a store over the file at the path; a relative path begins in the current folder.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - region: The country of telephone numbers that are written without a country code.
    ///   - interruption: Ends what the store waits for, and transactions that have not been committed.
    ///   - leaveOut: Called for each record that is left out because it cannot be read, possibly several times.
    public init(
        path: String,
        region: PhoneRegion? = nil,
        interruption: Interruption = Interruption(),
        leaveOut: @escaping @Sendable (UnreadableRecord) -> Void = { _ in }
    ) {
        leftOut = LeftOut(leaveOut)
        database = ContactDatabase(path: path, interruption: interruption)
        pages = ContactPageReader(region: region, leftOut: leftOut)
    }

    /// Creates a store with a page reader of the caller's.
    init(path: String, pages: ContactPageReader) {
        leftOut = pages.leftOut
        database = ContactDatabase(path: path)
        self.pages = pages
    }

    /// Closes the file; a later call opens it again.
    public func close() {
        database.close()
    }

    /// Reads a page.
    public func contacts(_ query: ContactQuery) throws -> ContactPage {
        // An invalid cursor is refused even when there is no database yet.
        _ = try query.after.map { try CursorPosition($0, query: query) }
        return try database.reading { try pages.page(of: query, on: $0) } ?? ContactPage(contacts: [])
    }

    /// Counts the contacts that match the filter.
    public func count(_ filter: ContactFilter) throws -> Int {
        try database.reading { try pages.count(filter, on: $0) } ?? 0
    }

    /// Returns the revision, which every write changes.
    public func revision() throws -> StoreRevision {
        try database.revision()
    }

    /// Reads the contacts whose identifiers begin with `prefix`.
    ///
    /// - Throws: ``RepositoryError`` with the code `unreadableDatabase` when the only one cannot be read.
    public func contacts(withPrefix prefix: String, limit: Int) throws -> [Contact] {
        let contacts = try database.reading { connection in
            try connection.withStatement(Self.selectPrefix) { row in
                try row.bind(prefix, at: 1)
                try row.bind(Int64(max(0, limit)), at: 2)
                var contacts: [Contact] = []
                var unreadable: UnreadableRecord?
                while try row.step() {
                    do {
                        let contact = try ContactColumns.contact(row)
                        guard contact.id.rawValue.utf8.starts(with: prefix.utf8) else { break }
                        contacts.append(contact)
                    } catch let record as UnreadableRecord {
                        guard let id = record.contact?.rawValue, id.utf8.starts(with: prefix.utf8) else { break }
                        if id.utf8.elementsEqual(prefix.utf8) { throw record }
                        unreadable = unreadable ?? record
                    }
                }
                if let unreadable {
                    if contacts.isEmpty { throw unreadable }
                    leftOut(unreadable)
                }
                return contacts
            }
        }
        return contacts ?? []
    }

    /// Reads the contacts with the identifiers.
    public func contacts(withIDs ids: [ContactID]) throws -> [Contact] {
        let contacts = try database.reading { connection in
            try ids.compactMap { id in
                try connection.withStatement(Self.selectOne) { row in
                    try row.bind(id.rawValue, at: 1)
                    return try row.step() ? try ContactColumns.contact(row, orTelling: leftOut) : nil
                }
            }
        }
        return contacts ?? []
    }

    /// Applies changes as one step of history.
    public func apply(_ changes: [ContactChange], title: String, at time: Date) throws -> [Contact] {
        // An unknown identifier must not create the file.
        if let id = changes.first?.existing, try !exists() { throw RepositoryError.noContact(id) }
        guard !changes.isEmpty else { return [] }
        return try changing(at: time) { store in
            var run = ContactChanges(title: title, at: UTCDate(milliseconds: time.milliseconds))
            let contacts = try changes.map { change in
                try Task.checkCancellation()
                return try run.apply(change, to: &store)
            }
            if title == HistoryStep.groupRenaming, case .edit(_, let edit)? = changes.first,
                let old = edit.removedCategories.first, let new = edit.addedCategories.first
            {
                var transaction = SyncTransaction(connection: store.connection, store: store)
                try transaction.renameGroup(old, to: new)
            }
            return contacts
        }
    }

    private func exists() throws -> Bool { try database.reading { _ in true } == true }

    /// Imports contacts as one step of history.
    public func importContacts(
        title: String,
        duplicates: DuplicateRule,
        at time: Date,
        next: @Sendable () throws -> [ImportedContact]?
    ) throws -> ImportSummary {
        // An empty import must not create the file.
        guard var batch = try next() else { return ImportSummary() }
        return try changing(at: time) { store in
            try store.index.prepareForMany()
            var run = ContactImport(title: title, duplicates: duplicates)
            while true {
                for contact in batch {
                    try Task.checkCancellation()
                    do {
                        try run.add(contact, to: &store)
                    } catch let record as UnreadableRecord where record.kind == .card {
                        // The stored contact that it would change; it throws before it writes anything.
                        leftOut(record)
                    }
                }
                guard let more = try next() else { return try run.finish(&store) }
                batch = more
            }
        }
    }

    /// Undoes steps of history.
    public func undo(steps: Int, at time: Date) throws -> [HistoryStep] {
        try turn(steps: steps, isUndone: false, at: time)
    }

    /// Redoes undone steps.
    public func redo(steps: Int, at time: Date) throws -> [HistoryStep] {
        try turn(steps: steps, isUndone: true, at: time)
    }

    private func turn(steps: Int, isUndone: Bool, at time: Date) throws -> [HistoryStep] {
        // Without a step to undo, neither create the file nor wait for a writer.
        let found = try database.reading {
            try SQLiteLocalStore(connection: $0, time: 0).steps(isUndone: isUndone, limit: steps)
        }
        guard let found, !found.isEmpty else { return [] }
        return try changing(at: time) { store in
            let turned = try store.turn(limit: steps, isUndone: isUndone)
            var transaction = SyncTransaction(connection: store.connection, store: store)
            for step in turned where step.title == HistoryStep.groupRenaming && step.isUndone != isUndone {
                try transaction.renameGroup(of: step)
            }
            return turned
        }
    }

    /// Lists the steps of history.
    public func history(limit: Int) throws -> [HistoryStep] {
        let steps = try database.reading { connection in
            try SQLiteLocalStore(connection: connection, time: 0, leftOut: leftOut).history(limit: limit)
        }
        return steps ?? []
    }

    /// Reads what a step of history did.
    public func historyStep(_ id: Int64, limit: Int) throws -> HistoryDetail? {
        let detail = try database.reading { connection in
            var store = SQLiteLocalStore(connection: connection, time: 0, leftOut: leftOut)
            return try store.step(id).map { try store.detail(of: $0, limit: limit) }
        }
        return detail.flatMap(\.self)
    }

    /// Deletes a group that no contact is in, but that has a card on the other side.
    public func deleteEmptyGroup(_ name: String, at time: Date) throws -> Bool {
        guard try hasLedger() else { return false }
        return try synchronize(at: time) { tx in try tx.deleteEmptyGroup(name) }
    }

    /// Counts what the store holds.
    public func overview() throws -> StoreOverview {
        let overview = try database.reading { connection in
            var overview = StoreOverview()
            try connection.withStatement(ContactColumns.select + " WHERE " + ContactColumns.isPresent) { row in
                while try row.step() {
                    if let contact = try ContactColumns.contact(row, orTelling: leftOut) { overview.count(contact) }
                }
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

    private func changing<Result>(at time: Date, _ body: (inout SQLiteLocalStore) throws -> Result) throws -> Result {
        try database.writing { connection in
            var store = SQLiteLocalStore(connection: connection, time: time.milliseconds, leftOut: leftOut)
            return try body(&store)
        }
    }

    /// Throws when the database is damaged.
    public func requireSound() throws {
        try database.requireSound()
    }
}
