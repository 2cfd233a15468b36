package import BookSync
import Primitives
package import Repository

/// The reason that a source wasn't examined, which isn't a problem of the source.
package struct UnexaminedSource: Error {
    /// The reason, as a clause without a full stop.
    package var reason: String
    /// Advice on how to get it examined.
    package var advice: String

    package init(reason: String, advice: String) {
        (self.reason, self.advice) = (reason, advice)
    }
}

/// Examines the sources of books: folders and, if the network may be used, servers.
package struct SourceHealthService: HealthService {
    /// The maximum number of cards in a folder that are reported.
    private static let limit = 20

    private let books: @Sendable () throws -> [Book]
    private let source: @Sendable (Book) async throws -> any CardSource
    private let apart: @Sendable (Book) async throws -> [(name: String, reason: String)]

    /// Creates a service.
    ///
    /// `apart` returns the cards of a book that the last synchronization kept apart. `source` throws `RepositoryError`
    /// or `CardSourceError` where a book's source can't be made.
    package init(
        books: @escaping @Sendable () throws -> [Book],
        apart: @escaping @Sendable (Book) async throws -> [(name: String, reason: String)],
        source: @escaping @Sendable (Book) async throws -> any CardSource
    ) {
        self.books = books
        self.apart = apart
        self.source = source
    }

    /// Examines the source of each book that has a folder or a server.
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
            case .carddav: findings += try await self.findings(ofServer: book, isOffline: request.isOffline)
            case .none, .api: continue
            }
        }
        return findings
    }

    private func findings(of book: Book, folder path: String) async throws -> [HealthFinding] {
        let advice = "Put the folder back in its place; contacts book show \(book.name) tells its path."
        if let problem = Self.problem(ofFolder: path) { return [book.finding(.problem, problem, advice: advice)] }
        do {
            let source = try await source(book)
            let description = try await source.describe()
            let problems = try await source.problems(batch: description.readBatch)
            let folder =
                description.isReadOnly
                ? book.finding(
                    .warning,
                    "its folder “\(path)” can be read, but not written.",
                    advice: "Changes of the book stay here until you may write to the folder."
                ) : book.finding(.ok, "its folder “\(path)” can be read and written.")
            let notes = problems.notes.map { book.finding(.warning, $0, advice: "Rename the file.") }
            return [folder] + notes + Self.findings(of: problems.cards, in: book)
        } catch let error as CardSourceError {
            return [book.finding(.problem, error.message, advice: advice)]
        }
    }

    /// Returns the reason that a folder can't be used; `nil` if there is none.
    private static func problem(ofFolder path: String) -> String? {
        guard let kind = FileKind(path: path) else { return "its folder “\(path)” does not exist." }
        guard kind == .folder else { return "“\(path)” is not a folder." }
        return FileManager.default.isReadableFile(atPath: path) ? nil : "its folder “\(path)” cannot be read."
    }

    private func findings(ofServer book: Book, isOffline: Bool) async throws -> [HealthFinding] {
        let kept = (try? await apart(book)) ?? []
        let cards = Self.findings(of: kept.map { (name: "“\($0.name)”", reason: $0.reason) }, in: book)
        return [try await finding(ofServer: book, isOffline: isOffline)] + cards
    }

    private func finding(ofServer book: Book, isOffline: Bool) async throws -> HealthFinding {
        guard !isOffline else { return book.finding(.ok, "its server was not asked, without the network.") }
        do {
            let description = try await source(book).describe()
            let address = book.source.shownPlace
            return description.isReadOnly
                ? book.finding(
                    .warning,
                    "the address book at \(address) can be read, but not written.",
                    advice: "Changes of the book stay here until the server lets you write to it."
                ) : book.finding(.ok, "the server answers, accepts you, and has the address book at \(address).")
        } catch let error as CardSourceError {
            let level: HealthFinding.Level = error.code == .unavailable ? .warning : .problem
            return book.finding(level, error.message, advice: Self.advice(for: error.code, book))
        } catch let error as UnexaminedSource {
            return book.finding(.warning, "its server was not asked: \(error.reason).", advice: error.advice)
        } catch let error as RepositoryError {
            // The server couldn't be examined: there is no password, or there are several address books.
            let advice = "Run contacts --book \(book.name) sync at a terminal."
            return book.finding(.problem, "the server could not be asked. \(error.message)", advice: advice)
        }
    }

    private static func advice(for code: CardSourceError.Code, _ book: Book) -> String {
        switch code {
        case .authentication, .forbidden, .readOnly:
            "Check the user and the password; many providers want a password for each program."
        case .unavailable, .quota, .conflict:
            "Try again later. The contacts that are here can be used and changed meanwhile."
        case .missing, .gone:
            "It was removed or renamed there. contacts --book \(book.name) sync looks for it among those of the account."
        case .badAnswer, .invalidCard, .tooLarge:
            "Check the address; contacts book show \(book.name) tells it."
        }
    }

    /// Returns a finding for each of the first cards that can't be read.
    private static func findings(of cards: [(name: String, reason: String)], in book: Book) -> [HealthFinding] {
        let findings = cards.prefix(limit).map { card in
            book.finding(
                .warning,
                "the card \(DisplaySafeText.line(card.name, limit: 200)) is kept apart: \(card.reason).",
                advice: "Mend the card there; the next contacts sync takes it."
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
