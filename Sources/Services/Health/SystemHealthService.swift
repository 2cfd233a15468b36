package import Primitives
package import Repository

/// Examines the store, the files and the API.
package struct SystemHealthService: HealthService {
    private let databasePath: String
    private let store: any StoreMaintenance
    private let api: (any APIProbe)?
    private let now: @Sendable () -> Date
    private let books: @Sendable () throws -> [(book: Book, store: SQLiteContactDAO)]

    /// Creates a service for a store, its file and the API; a book that the user created has no API.
    ///
    /// `books` returns the other books to examine; their stores are closed afterwards.
    package init(
        databasePath: String,
        store: any StoreMaintenance,
        api: (any APIProbe)?,
        books: @escaping @Sendable () throws -> [(book: Book, store: SQLiteContactDAO)] = { [] },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.books = books
        self.databasePath = databasePath
        self.store = store
        self.api = api
        self.now = now
    }

    package func examine(_ request: HealthRequest) async throws -> [HealthFinding] {
        var findings = try await storeFindings(request)
        do {
            for (book, store) in try books() { findings += try await self.findings(of: book, in: store, request) }
        } catch let error as RepositoryError {
            findings.append(HealthFinding(.book, .problem, error.message))
        }
        findings += FolderExaminer(request: request).findings(besides: findings)
        findings.append(FolderExaminer.space(at: databasePath))
        findings.append(FolderExaminer.drafts(in: request.draftFolder))
        findings += try await networkFindings(request)
        return findings
    }

    /// Returns the problems of another book's database, or a finding that it is sound.
    private func findings(
        of book: Book,
        in store: SQLiteContactDAO,
        _ request: HealthRequest
    ) async throws -> [HealthFinding] {
        let name = "The book “\(book.name)”"
        let service = SystemHealthService(databasePath: book.databasePath, store: store, api: nil)
        let stored = try await service.storeFindings(request)
        await store.close()
        let told = stored.filter { $0.level != .ok || $0.isRepaired }
        guard !told.isEmpty else { return [HealthFinding(.book, .ok, "\(name) is sound.")] }
        return told.map { finding in
            var finding = finding
            finding.message = "\(name): \(finding.message)"
            return finding
        }
    }

    private func storeFindings(_ request: HealthRequest) async throws -> [HealthFinding] {
        guard FileManager.default.fileExists(atPath: databasePath) else {
            let isTold = request.folders.contains {
                databasePath.hasPrefix($0 + "/") && FolderExaminer.unusable($0) != nil
            }
            let nothing = HealthFinding(.database, .ok, "Nothing is stored yet.")
            return [nothing, isTold ? nil : FolderExaminer.unusable(databasePath)].compactMap { $0 }
        }
        // Each change also writes a journal next to the database.
        for path in [databasePath, URL(filePath: databasePath).deletingLastPathComponent().path]
        where access(path, W_OK) != 0 {
            let message = "“\(path)” cannot be written: \(String(cString: strerror(errno)))."
            let advice =
                "Nothing can be changed until it is writable: check its owner, its permissions and the disk."
            return [HealthFinding(.database, .problem, message, advice: advice)]
        }
        do {
            // Check everything before a repair.
            let isFull = request.isFull || request.isFixing
            var problems = try await store.check(full: isFull)
            var repair = StoreRepair()
            if request.isFixing, problems.contains(where: { if case .permissions = $0 { false } else { true } }) {
                repair = try await store.repair(at: now())
                problems = try await store.check(full: isFull)
            }
            let repairs = Self.findings(of: repair, databasePath)
            var findings = repairs + databaseFindings(problems, isFull: isFull, isRepaired: !repairs.isEmpty)
            if !problems.contains(where: \.isOfDatabase) {
                findings.append(Self.indexFinding(isSound: !problems.contains(.searchIndex), repair))
            }
            for case .permissions(let path, let mode) in problems {
                findings.append(FolderExaminer(request: request).finding(of: path, mode: mode, wanted: 0o600, .problem))
            }
            return findings
        } catch let error as RepositoryError {
            return [finding(of: error)]
        }
    }

    private func databaseFindings(_ problems: [StoreProblem], isFull: Bool, isRepaired: Bool) -> [HealthFinding] {
        let advice =
            "Run contacts doctor --fix, which saves what can be read and sets the rest aside. To back up "
            + "everything first: \(backupCommand)."
        let found = problems.compactMap { problem -> String? in
            switch problem {
            case .damaged(let reason): "The database “\(databasePath)” is damaged: \(reason)."
            case .missing(let names): "The database “\(databasePath)” is missing \(Self.list(names))."
            case .unreadable(let records): "The database has unreadable records: \(Self.list(records.map(\.subject)))."
            case .searchIndex, .permissions: nil
            }
        }
        // Damage is often reported in many similar lines, so the first is enough.
        if let first = found.first { return [HealthFinding(.database, .problem, first, advice: advice)] }
        let all = isFull ? " (full check)" : ""
        return isRepaired ? [] : [HealthFinding(.database, .ok, "The database is sound\(all).")]
    }

    private static func findings(of repair: StoreRepair, _ path: String) -> [HealthFinding] {
        let count = repair.saved == 1 ? "1 contact was" : "\(repair.saved) contacts were"
        let database = repair.database.map { aside in
            "The database “\(path)” was damaged: \(count) saved in a new one. The old one is kept as “\(aside)”."
        }
        let records = repair.recordFile.map { file in
            "What could not be read was set aside in “\(file)”: \(list(repair.records.map(\.subject)))."
        }
        return [database, records].compactMap { $0 }.map { HealthFinding(.database, .ok, $0, isRepaired: true) }
    }

    /// Joins the first names, followed by the number of remaining ones.
    private static func list(_ names: [String], limit: Int = 5) -> String {
        let more = names.count - limit
        return names.prefix(limit).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private func finding(of error: RepositoryError) -> HealthFinding {
        switch error.code {
        case .databaseBusy:
            return HealthFinding(.database, .warning, error.message, advice: "Run contacts doctor again later.")
        case .unreadableDatabase:
            let advice =
                "Make a copy before anything else: \(backupCommand). contacts doctor --fix saves what can be read."
            return HealthFinding(.database, .problem, error.message, advice: advice)
        default:
            return HealthFinding(.permissions, .problem, error.message, advice: "Check the permissions and the disk.")
        }
    }

    /// A command that copies the database with its log, which may have the latest changes.
    ///
    /// It fails if the new folder exists, because a log must not get next to another copy of the database.
    private var backupCommand: String {
        func quoted(_ path: String) -> String { "'\(path.replacing("'", with: #"'\''"#))'" }
        let file = URL(filePath: databasePath)
        let backup = quoted(file.deletingLastPathComponent().appending(path: "backup-\(file.lastPathComponent)").path)
        return "mkdir \(backup) && cp -p \(quoted(databasePath))* \(backup)"
    }

    private static func indexFinding(isSound: Bool, _ repair: StoreRepair) -> HealthFinding {
        let indexes = "The indexes for searching and sorting"
        switch (isSound, repair.hasNewIndex) {
        case (true, false): return HealthFinding(.index, .ok, "\(indexes) match the contacts.")
        case (true, true):
            return HealthFinding(.index, .ok, "\(indexes) were wrong and have been rebuilt.", isRepaired: true)
        case (false, true): return HealthFinding(.index, .problem, "\(indexes) were rebuilt and are still wrong.")
        case (false, false):
            let message = "\(indexes) do not match the contacts."
            return HealthFinding(.index, .problem, message, advice: "Run contacts doctor --fix.")
        }
    }

    private func networkFindings(_ request: HealthRequest) async throws -> [HealthFinding] {
        guard !request.isOffline else {
            return [HealthFinding(.api, .ok, "Not checked (offline).")]
        }
        guard let api else {
            return [HealthFinding(.api, .ok, "Not checked: the contacts in this book don't come from an API.")]
        }
        do {
            let time = try await api.probe()
            return [HealthFinding(.api, .ok, "The API responds."), clockFinding(server: time)]
        } catch let error as RepositoryError {
            let advice =
                error.code == .unauthorized
                ? "contacts config show prints where the token comes from."
                : "You can use the stored contacts with --offline; contacts config show prints the address."
            let level: HealthFinding.Level = error.code == .rateLimited ? .warning : .problem
            return [HealthFinding(.api, level, error.message, advice: advice)]
        }
    }

    private func clockFinding(server: Date?) -> HealthFinding {
        guard let server else { return HealthFinding(.clock, .ok, "The server doesn't report the time.") }
        let seconds = now().timeIntervalSince(server)
        guard abs(seconds) > 300 else { return HealthFinding(.clock, .ok, "The clock matches the server's.") }
        let minutes = Int64(exactly: (abs(seconds) / 60).rounded()) ?? .max
        let side = seconds > 0 ? "ahead of" : "behind"
        let message = "The clock of this computer is \(minutes) minutes \(side) the server's."
        let advice = "Set the clock, or fetched contacts look older or newer than they are."
        return HealthFinding(.clock, .warning, message, advice: advice)
    }
}
