import Primitives

/// The file that lists the books, next to the folder of their databases.
///
/// Only its owner can read it, it is replaced atomically, and concurrent changes by several processes are serialized.
/// Its content is validated before use: a book's database is always in the folder of books.
public struct BookRegistry: Sendable {
    /// The maximum size of the file in bytes.
    private static let sizeLimit = 1_048_576
    /// The number of attempts to lock the registry, and the pause between them in microseconds.
    private static let attempts = 250
    private static let pause: UInt32 = 20_000
    /// The maximum wait for other processes before a database is moved, in milliseconds.
    private static let closingLimit = 1_000

    private let folder: String

    /// Creates a registry in the data folder, which doesn't have to exist yet.
    package init(folder: String) {
        self.folder = folder
    }

    package var path: String { "\(folder)/books.json" }

    package var databaseFolder: String { "\(folder)/books" }

    package var removedFolder: String { "\(databaseFolder)/removed" }

    package func databasePath(of entry: BookList.Entry) -> String { "\(databaseFolder)/\(entry.file)" }

    package func book(_ entry: BookList.Entry) -> Book {
        Book(name: entry.name, databasePath: databasePath(of: entry), source: entry.source)
    }

    /// Reads the books; without a file, the list is empty.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidConfiguration` if the file can't be read or has invalid
    ///   content.
    package func read() throws -> BookList {
        guard let bytes = try content() else { return BookList() }
        do {
            return try JSONDecoder().decode(BookList.self, from: Data(bytes))
        } catch let error as RepositoryError {
            throw unusable(error.message)
        } catch {
            throw unusable("It is not a list of books that this version of the program can read.")
        }
    }

    /// Adds a book and creates its empty database.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput` if the name or source is invalid, `cannotCreate` if a
    ///   file can't be created.
    package func add(_ name: String, source: BookSource) throws -> Book {
        try change { list in
            try BookName.check(name)
            try list.add(name, source: source, file: freeFile(for: name, in: list))
            let entry = list.entries[list.entries.count - 1]
            try DatabaseFile.create(databasePath(of: entry))
            return book(entry)
        }
    }

    /// Returns the book `home` for the user's own contacts, and adds it if necessary; a dry run adds nothing.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput` if that book has an API as its source.
    package func home(isTrial: Bool = false) throws -> Book {
        if let entry = try read().entries.first(where: { $0.name == Book.homeName }) {
            if case .api = entry.source {
                throw RepositoryError.invalid(
                    "The book “\(Book.homeName)” contains people from an API. Choose a book of your own with --book; “contacts "
                        + "book add” creates one."
                )
            }
            return book(entry)
        }
        if isTrial {
            return Book(name: Book.homeName, databasePath: "\(databaseFolder)/\(Book.homeName).sqlite", source: .none)
        }
        do {
            return try add(Book.homeName, source: .none)
        } catch let error as RepositoryError where error.code == .invalidInput {
            // Another process has added it in the meantime.
            guard let entry = try? read().entry(named: Book.homeName) else { throw error }
            return book(entry)
        }
    }

    /// Removes a book, and moves its database aside or deletes it.
    ///
    /// - Returns: The new path of the database; `nil` if it was deleted or didn't exist.
    /// - Throws: ``RepositoryError`` with the code `invalidInput` for a book that doesn't exist, or the book `people`.
    package func remove(_ name: String, deletingDatabase isDeleted: Bool) throws -> String? {
        // The database is last, because SQLite deletes a log that has lost its database.
        let ends = ["-wal", "-journal", "-shm", ""]
        var moved: [(old: String, new: String)] = []
        return try change { list in
            let database = databasePath(of: try list.remove(name))
            guard !isDeleted else {
                for end in ends.reversed() where unlink(database + end) != 0 && errno != ENOENT {
                    throw failure("deleted", database + end)
                }
                return nil
            }
            try DatabaseFile.createFolder(removedFolder)
            let target = try "\(removedFolder)/\(name)".numbered { try isFree("\($0).sqlite") } + ".sqlite"
            if case .database = SQLiteFileHeader.read(database) {
                // Writes the log into the database, so that a single file is moved unless another process uses it.
                try? SQLiteConnection(path: database, mode: .readWrite, busyLimit: Self.closingLimit)
                    .execute("PRAGMA wal_checkpoint(TRUNCATE)")
            }
            for end in ends {
                if rename(database + end, target + end) == 0 {
                    moved.append((database + end, target + end))
                } else if errno != ENOENT {
                    throw failure("moved", database + end)
                }
            }
            return moved.last?.new == target ? target : nil
        } undo: {
            for file in moved.reversed() { rename(file.new, file.old) }
        }
    }

    /// Changes the list while holding the lock; if that fails, `undo` takes back what `body` has done elsewhere.
    package func change<Result>(
        _ body: (inout BookList) throws -> Result,
        undo: () -> Void = {}
    ) throws -> Result {
        try DatabaseFile.createFolder(databaseFolder)
        let lock = try locked()
        // Closing it unlocks it.
        defer { close(lock) }
        var list = try read()
        let old = list
        do {
            let result = try body(&list)
            if list != old { try write(list) }
            return result
        } catch {
            undo()
            throw error
        }
    }
}

// The file.
extension BookRegistry {
    /// Returns the descriptor of the lock file, which is locked exclusively.
    private func locked() throws -> Int32 {
        let lock = open("\(folder)/books.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw failure("made", "\(folder)/books.lock") }
        for _ in 0..<Self.attempts {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return lock }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(Self.pause)
        }
        close(lock)
        throw RepositoryError(.databaseBusy, "Another process is changing the books. Try again when it is done.")
    }

    /// Returns the bytes of the file; `nil` if it doesn't exist.
    private func content() throws -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            // `contacts doctor` reports a path that can't exist.
            if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
            throw unusable("It cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw unusable("It is not a file.")
        }
        // The file contains commands that are run, so nobody else may change it.
        guard information.st_uid == geteuid() || information.st_uid == 0, information.st_mode & 0o022 == 0 else {
            throw unusable("Other users can change it. Run: chmod 600 and the path of the file.")
        }
        guard information.st_size <= Self.sizeLimit else { throw unusable("It is too large.") }
        var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
        var count = 0
        while count < bytes.count {
            let read = bytes[count...].withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(count)) }
            guard read >= 0 else { throw unusable("It cannot be read: \(String(cString: strerror(errno))).") }
            if read == 0 { break }
            count += read
        }
        return Array(bytes[..<count])
    }

    /// Replaces the file; after a crash, it is either the old or the new one.
    private func write(_ list: BookList) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(list), as: UTF8.self) + "\n"
        let partial = "\(path).part"
        // Remove what a crash left behind; this process holds the lock.
        unlink(partial)
        try DatabaseFile.create(partial, with: text)
        guard rename(partial, path) == 0 else { throw failure("replaced", path) }
        // Flushes the name, too; the list is already replaced, so a failure here must not be reported as one.
        try? DatabaseFile.flush(folder)
    }

    /// Returns a file name for a new book's database that no other book or nonempty file uses.
    private func freeFile(for name: String, in list: BookList) throws -> String {
        let taken = Set(list.entries.map { $0.file.lowercased() })
        return try name.numbered { name in
            try !taken.contains("\(name).sqlite".lowercased()) && isFree("\(databaseFolder)/\(name).sqlite")
        } + ".sqlite"
    }

    /// Whether there is neither a database nor a log or journal with changes to one, which SQLite would delete.
    ///
    /// An empty file is left over from a crash while a book was added.
    private func isFree(_ database: String) throws -> Bool {
        try ["", "-wal", "-journal"].allSatisfy { end in
            var information = stat()
            if stat(database + end, &information) == 0 { return information.st_size == 0 }
            guard errno == ENOENT else { throw failure("examined", database + end) }
            return true
        }
    }

    private func unusable(_ reason: String) -> RepositoryError {
        RepositoryError(.invalidConfiguration, "The list of books “\(path)” cannot be used. \(reason)")
    }

    private func failure(_ what: String, _ path: String) -> RepositoryError {
        RepositoryError(.inputOutput, "“\(path)” cannot be \(what): \(String(cString: strerror(errno))).")
    }
}

extension BookList: Codable {
    private enum Key: String, CodingKey {
        case version
        case standard = "default"
        case entries = "books"
        case settled
        case settling
    }

    private static let version = 1

    /// Reads a list and validates all of it.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        guard try members.decode(Int.self, forKey: .version) == Self.version else {
            throw RepositoryError(.invalidConfiguration, "A newer version of the program wrote it. Use that version.")
        }
        let read = try members.decode([Entry].self, forKey: .entries)
        var files: Set<String> = []
        let names = Set(read.map { $0.name.lowercased() })
        // A book that already had this name before it became reserved.
        let renamed = "my-people".numbered { !names.contains($0) }
        func name(for name: String) -> String { name.lowercased() == Book.peopleName ? renamed : name }
        for entry in read {
            guard Self.isFileName(entry.file), files.insert(entry.file.lowercased()).inserted else {
                let name = DisplaySafeText.line(entry.name, limit: 64)
                throw RepositoryError(.invalidConfiguration, "The file of the book “\(name)” isn't its own.")
            }
            try add(name(for: entry.name), source: entry.source, file: entry.file)
        }
        let standard = try members.decodeIfPresent(String.self, forKey: .standard) ?? Book.standardWord
        try setStandard(standard == Book.standardWord ? standard : name(for: standard))
        settled = try members.decodeIfPresent([String].self, forKey: .settled) ?? []
        settling = try members.decodeIfPresent(String.self, forKey: .settling)
    }

    /// Whether this is a file name in the folder of books: a valid book name, possibly with a number appended.
    private static func isFileName(_ name: String) -> Bool {
        let end = ".sqlite"
        return name.hasSuffix(end) && name.utf8.count <= 96 && BookName.isPlain(name.dropLast(end.count))
    }

    /// Writes the list.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(Self.version, forKey: .version)
        // Older versions of the program expect this word.
        try members.encode(standard == Book.peopleName ? Book.standardWord : standard, forKey: .standard)
        try members.encode(entries, forKey: .entries)
        if !settled.isEmpty { try members.encode(settled, forKey: .settled) }
        try members.encodeIfPresent(settling, forKey: .settling)
    }
}
