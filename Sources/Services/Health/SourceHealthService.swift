package import BookSync
import Primitives
package import Repository

/// The reason why a source wasn't examined, which isn't a problem of the source itself.
package struct UnexaminedSource: Error {
    /// The reason, as a clause without a period.
    package var reason: String
    /// Advice for getting it examined.
    package var advice: String

    package init(reason: String, advice: String) {
        (self.reason, self.advice) = (reason, advice)
    }
}

/// Examines the sources of books: folders and, if the network may be used, servers.
package struct SourceHealthService: HealthService {
    /// The maximum number of cards that are reported individually.
    private static let limit = 20

    private let books: @Sendable () throws -> [Book]
    private let source: @Sendable (Book) async throws -> any CardSource
    private let apart: @Sendable (Book) async throws -> [(name: String, reason: String)]

    /// Checks books: `apart` returns the cards of a book that the last synchronization set aside.
    ///
    /// `source` throws `RepositoryError` or `CardSourceError` if a book's source can't be created.
    package init(
        books: @escaping @Sendable () throws -> [Book],
        apart: @escaping @Sendable (Book) async throws -> [(name: String, reason: String)],
        source: @escaping @Sendable (Book) async throws -> any CardSource
    ) {
        self.books = books
        self.apart = apart
        self.source = source
    }

    package func examine(_ request: HealthRequest) async throws -> [HealthFinding] {
        let books: [Book]
        do {
            books = try self.books()
        } catch let error as RepositoryError {
            return [HealthFinding(.book, .problem, error.message)]
        }
        var findings: [HealthFinding] = []
        for book in books {
            switch book.source {
            case .folder(let path): findings += try await self.findings(of: book, folder: path)
            case .carddav:
                findings.append(try await finding(ofServer: book, isOffline: request.isOffline))
                let kept = (try? await apart(book)) ?? []
                findings += Self.findings(of: kept.map { ("“\($0.name)”", $0.reason) }, in: book)
            case .none, .api: continue
            }
        }
        return findings
    }

    private func findings(of book: Book, folder path: String) async throws -> [HealthFinding] {
        let advice = "Put the folder back; contacts book show \(book.name) prints its path."
        if let problem = Self.problem(ofFolder: path) { return [book.finding(.problem, problem, advice: advice)] }
        do {
            let source = try await source(book)
            let description = try await source.describe()
            let problems = try await source.problems(batch: description.readBatch)
            let folder =
                description.isReadOnly
                ? book.finding(
                    .warning,
                    "its folder “\(path)” can be read but not written.",
                    advice: "Changes to the book stay here until you can write to the folder."
                ) : book.finding(.ok, "its folder “\(path)” can be read and written.")
            let notes = problems.notes.map { book.finding(.warning, $0, advice: "Rename the file.") }
            return [folder] + notes + Self.findings(of: problems.cards, in: book)
        } catch let error as CardSourceError {
            return [book.finding(.problem, error.message, advice: advice)]
        }
    }

    /// Returns the reason why a folder can't be used; `nil` if it can.
    private static func problem(ofFolder path: String) -> String? {
        guard let kind = FileKind(path: path) else { return "its folder “\(path)” does not exist." }
        guard kind == .folder else { return "“\(path)” is not a folder." }
        return FileManager.default.isReadableFile(atPath: path) ? nil : "its folder “\(path)” cannot be read."
    }

    private func finding(ofServer book: Book, isOffline: Bool) async throws -> HealthFinding {
        guard !isOffline else { return book.finding(.ok, "its server was not checked (offline).") }
        do {
            let description = try await source(book).describe()
            let address = book.source.shownPlace
            return description.isReadOnly
                ? book.finding(
                    .warning,
                    "the address book at \(address) can be read but not written.",
                    advice: "Changes to the book stay here until the server allows them."
                ) : book.finding(.ok, "the server responds, accepts the account and has the address book \(address).")
        } catch let error as CardSourceError {
            let level: HealthFinding.Level = error.code == .unavailable ? .warning : .problem
            return book.finding(level, error.message, advice: Self.advice(for: error.code, book))
        } catch let error as UnexaminedSource {
            return book.finding(.warning, "its server was not checked: \(error.reason).", advice: error.advice)
        } catch let error as RepositoryError {
            // The server couldn't be examined, because there is no password, or there are several address books.
            let advice = "Run contacts --book \(book.name) sync at a terminal."
            return book.finding(.problem, "the server could not be checked. \(error.message)", advice: advice)
        }
    }

    private static func advice(for code: CardSourceError.Code, _ book: Book) -> String {
        switch code {
        case .authentication, .forbidden, .readOnly:
            "Check the user name and the password; many providers require an app password."
        case .unavailable, .quota, .conflict:
            "Try again later. You can use and change the contacts here in the meantime."
        case .missing, .gone:
            "It was removed or renamed there. contacts --book \(book.name) sync looks for it in the account."
        case .badAnswer, .invalidCard, .tooLarge:
            "Check the address; contacts book show \(book.name) prints it."
        }
    }

    /// Returns a finding for each card that was set aside, up to the limit, and one for the rest.
    private static func findings(of cards: [(name: String, reason: String)], in book: Book) -> [HealthFinding] {
        let findings = cards.prefix(limit).map { card in
            book.finding(
                .warning,
                "the card \(DisplaySafeText.line(card.name, limit: 200)) is kept apart: \(card.reason).",
                advice: "Fix the card there; the next contacts sync reads it again."
            )
        }
        guard cards.count > limit else { return findings }
        return findings + [book.finding(.warning, "\(cards.count - limit) more cards are kept apart.")]
    }
}

extension Book {
    fileprivate func finding(_ level: HealthFinding.Level, _ message: String, advice: String? = nil) -> HealthFinding {
        HealthFinding(.book, level, "The book “\(name)”: \(message)", advice: advice)
    }
}

/// Checks file and folder permissions, disk space and drafts; repairs permissions on request.
struct FolderExaminer {
    let request: HealthRequest

    /// The free space in bytes below which a warning is given.
    private static let spaceLimit = 100 << 20

    /// Returns the findings for folders and files; a single “ok” if no other user can read any of them.
    func findings(besides others: [HealthFinding]) -> [HealthFinding] {
        var findings = request.folders.flatMap { folder in
            [Self.unusable(folder), exposed(folder, wanted: 0o700, .warning)].compactMap(\.self)
        }
        // A pipe or a terminal doesn't store anything.
        let files = request.files.filter { FileKind(path: $0) == .file }
        findings += files.compactMap { exposed($0, wanted: 0o600, .problem) }
        guard findings.isEmpty, !others.contains(where: { $0.check == .permissions }) else { return findings }
        return [HealthFinding(.permissions, .ok, "No other user can read the files.")]
    }

    /// Returns a finding for a folder or file that can't be accessed; `nil` if it can, or doesn't exist.
    static func unusable(_ path: String) -> HealthFinding? {
        var information = stat()
        guard stat(path, &information) != 0 else { return nil }
        let reason: String
        switch errno {
        case ENOENT:
            guard lstat(path, &information) == 0 else { return nil }
            reason = "it is a broken link"
        case ELOOP: reason = "a link in its path leads back to itself"
        case ENOTDIR: reason = "part of its path isn't a folder"
        case let code: reason = String(cString: strerror(code))
        }
        let advice = "Fix the cause, or choose another location, for example with XDG_DATA_HOME."
        return HealthFinding(.permissions, .problem, "“\(path)” cannot be used: \(reason).", advice: advice)
    }

    /// Returns a finding for a folder or file that other users can access; `nil` if they can't, or if it doesn't exist.
    private func exposed(_ path: String, wanted: Int, _ level: HealthFinding.Level) -> HealthFinding? {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & 0o077 != 0 else { return nil }
        return finding(of: path, mode: Int(information.st_mode & 0o777), wanted: wanted, level)
    }

    /// Returns a finding for a folder or file that other users can read.
    func finding(of path: String, mode: Int, wanted: Int, _ level: HealthFinding.Level) -> HealthFinding {
        let octal = "0" + String(mode, radix: 8)
        let message = "“\(path)” is open to others (\(octal))"
        guard request.isFixing else {
            return HealthFinding(.permissions, level, message + ".", advice: "Run contacts doctor --fix.")
        }
        do {
            try FileManager.default.setAttributes([.posixPermissions: wanted], ofItemAtPath: path)
        } catch {
            let advice = "Ask its owner to remove the permissions of others: chmod \(String(wanted, radix: 8))."
            return HealthFinding(.permissions, level, message + " and could not be made private.", advice: advice)
        }
        let done = "“\(path)” was open to others (\(octal)) and is now private."
        return HealthFinding(.permissions, .ok, done, isRepaired: true)
    }

    /// Returns the finding for the free space at the file's current or future location.
    static func space(at path: String) -> HealthFinding {
        var folder = URL(filePath: path).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        var system = statvfs()
        guard statvfs(folder.path, &system) == 0 else {
            return HealthFinding(.space, .ok, "The free space on the disk is unknown.")
        }
        let free = Int64(system.f_bavail) * Int64(system.f_frsize)
        guard free < spaceLimit else { return HealthFinding(.space, .ok, "There is enough space on the disk.") }
        let message = "Only \(free >> 20) MB are free on the disk with the contacts."
        return HealthFinding(.space, .warning, message, advice: "Free up space before the next sync or import.")
    }

    static func drafts(in folder: String?) -> HealthFinding {
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
        let count = names.count { $0.hasPrefix("contact-") && $0.hasSuffix(".txt") }
        guard count > 0, let folder else { return HealthFinding(.drafts, .ok, "There are no drafts.") }
        let message = "\(count == 1 ? "1 draft is" : "\(count) drafts are") kept in “\(folder)”."
        let advice = "Continue one with contacts edit SELECTION --draft FILE, or delete the file."
        return HealthFinding(.drafts, .ok, message, advice: advice)
    }
}
