import Primitives

/// The file in which the books are listed, beside the folder of their databases.
///
/// Only its owner can read it, it is replaced as a whole, and processes that change it at once wait for each other. What it
/// says is checked before it is used: a book's database is always in the folder of books.
public struct BookRegistry: Sendable {
    /// The most bytes that the file can have.
    private static let sizeLimit = 1_048_576
    /// How often, and how long in between, a change waits for another process, in microseconds.
    private static let attempts = 250
    private static let pause: UInt32 = 20_000

    private let folder: String

    /// The registry in the folder of data, which need not exist.
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

    /// Reads the books; without a file there are none.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidConfiguration` when the file cannot be read or says what cannot
    ///   be.
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

    /// Adds a book and makes its empty database.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput` when the name or the source cannot be used,
    ///   `cannotCreate` when a file cannot be made.
    package func add(_ name: String, source: BookSource) throws -> Book {
        try change { list in
            try BookName.check(name)
            try list.add(name, source: source, file: freeFile(for: name, in: list))
            let entry = list.entries[list.entries.count - 1]
            try DatabaseFile.create(databasePath(of: entry))
            return book(entry)
        }
    }

    /// The book `home` for the user's own contacts, which is added if there is none; a trial adds nothing.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput` when that book has people of an API.
    package func home(isTrial: Bool = false) throws -> Book {
        if let entry = try read().entries.first(where: { $0.name == Book.homeName }) {
            if case .api = entry.source {
                throw RepositoryError(
                    .invalidInput,
                    "The book “\(Book.homeName)” has the people of an API. Name a book of your own with --book; “contacts "
                        + "book add” makes one."
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
            // Another process has added it meanwhile.
            guard let entry = try? read().entry(named: Book.homeName) else { throw error }
            return book(entry)
        }
    }

    /// Removes a book, and moves its database aside or deletes it.
    ///
    /// - Returns: Where the database is now; `nil` when it is deleted or there was none.
    /// - Throws: ``RepositoryError`` with the code `invalidInput` for a book that there is not, or the book `people`.
    package func remove(_ name: String, deletingDatabase isDeleted: Bool) throws -> String? {
        try change { list in
            try list.remove(name)
        } then: { removed in
            let database = databasePath(of: removed)
            guard access(database, F_OK) == 0 else { return nil }
            let ends = ["", "-wal", "-shm", "-journal"]
            if isDeleted {
                for end in ends { unlink(database + end) }
                return nil
            }
            try DatabaseFile.createFolder(removedFolder)
            let target = "\(removedFolder)/\(name)".numbered { access("\($0).sqlite", F_OK) != 0 } + ".sqlite"
            for end in ends where access(database + end, F_OK) == 0 {
                guard rename(database + end, target + end) == 0 else { throw failure("moved", database + end) }
            }
            return target
        }
    }

    /// Changes the list while no other process does.
    package func change<Result>(_ body: (inout BookList) throws -> Result) throws -> Result {
        try change(body) { $0 }
    }
}

// The file.
extension BookRegistry {
    /// Changes the list while no other process does, and then does what belongs to the change.
    private func change<Changed, Result>(
        _ body: (inout BookList) throws -> Changed,
        then after: (Changed) throws -> Result
    ) throws -> Result {
        try DatabaseFile.createFolder(databaseFolder)
        let lock = try locked()
        // Closing it unlocks it.
        defer { close(lock) }
        var list = try read()
        let old = list
        let changed = try body(&list)
        if list != old { try write(list) }
        return try after(changed)
    }

    /// The descriptor of the lock file, which this process alone holds locked.
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

    /// The bytes of the file; `nil` when there is none.
    private func content() throws -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            // A folder that cannot be there is for doctor to tell.
            if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
            throw unusable("It cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw unusable("It is not a file.")
        }
        // Its commands are run.
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

    /// Replaces the file; after a crash it is the old one or the new one.
    private func write(_ list: BookList) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(list), as: UTF8.self) + "\n"
        let partial = "\(path).part"
        // What a crash left behind; the lock is held.
        unlink(partial)
        try DatabaseFile.create(partial, with: text)
        guard rename(partial, path) == 0 else { throw failure("replaced", path) }
        try DatabaseFile.flush(folder)
    }

    /// A file name for a new book's database: no other book and no file with contacts has it.
    private func freeFile(for name: String, in list: BookList) -> String {
        let taken = Set(list.entries.map { $0.file.lowercased() })
        return name.numbered { name in
            if taken.contains("\(name).sqlite".lowercased()) { return false }
            var information = stat()
            // One without content is left of an addition that a crash ended.
            return stat("\(databaseFolder)/\(name).sqlite", &information) != 0 || information.st_size == 0
        } + ".sqlite"
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
    }

    private static let version = 1

    /// Reads a list and checks all of it.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        guard try members.decode(Int.self, forKey: .version) == Self.version else {
            throw RepositoryError(.invalidConfiguration, "A newer version of the program wrote it. Use that version.")
        }
        let read = try members.decode([Entry].self, forKey: .entries)
        var files: Set<String> = []
        let names = Set(read.map { $0.name.lowercased() })
        // A book that was called so before there was one of that name.
        let renamed = "my-people".numbered { !names.contains($0) }
        func name(for name: String) -> String { name.lowercased() == Book.peopleName ? renamed : name }
        for entry in read {
            guard Self.isFileName(entry.file), files.insert(entry.file.lowercased()).inserted else {
                throw RepositoryError(
                    .invalidConfiguration,
                    "The file of the book “\(DisplaySafeText.line(entry.name, limit: 64))” is not one of its own."
                )
            }
            try add(name(for: entry.name), source: entry.source, file: entry.file)
        }
        let standard = try members.decodeIfPresent(String.self, forKey: .standard) ?? Book.standardWord
        try setStandard(standard == Book.standardWord ? standard : name(for: standard))
        settled = try members.decodeIfPresent([String].self, forKey: .settled) ?? []
    }

    /// Whether the name is that of a file in the folder of books: a name as books have, and the number after it.
    private static func isFileName(_ name: String) -> Bool {
        let end = ".sqlite"
        return name.hasSuffix(end) && name.utf8.count <= 96 && BookName.isPlain(name.dropLast(end.count))
    }

    /// Writes the list.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(Self.version, forKey: .version)
        // The word is what older versions of the program understand.
        try members.encode(standard == Book.peopleName ? Book.standardWord : standard, forKey: .standard)
        try members.encode(entries, forKey: .entries)
        if !settled.isEmpty { try members.encode(settled, forKey: .settled) }
    }
}
