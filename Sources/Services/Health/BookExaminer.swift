import Foundation
public import Repository

/// A book that is examined beside the one that commands work with.
public struct ExaminedBook: Sendable {
    /// The book.
    public let book: Book
    /// Its database.
    public let store: any StoreMaintenance
    /// Closes the database.
    public let close: @Sendable () async -> Void

    /// Creates a book to examine.
    public init(_ book: Book, store: any StoreMaintenance, close: @escaping @Sendable () async -> Void) {
        self.book = book
        self.store = store
        self.close = close
    }
}

/// Examines the other books: their databases, and what can be known of their sources without the network.
struct BookExaminer {
    let request: HealthRequest

    /// The findings about a book; the problems of its database, or one finding that it is sound, and those of its source.
    func findings(_ examined: ExaminedBook) async throws -> [HealthFinding] {
        let name = "The book “\(examined.book.name)”"
        let service = SystemHealthService(databasePath: examined.book.databasePath, store: examined.store, api: nil)
        let stored = try await service.storeFindings(request)
        await examined.close()
        let told = stored.filter { $0.level != .ok || $0.isRepaired }
        var findings = told.map { finding in
            var finding = finding
            finding.message = "\(name): \(finding.message)"
            return finding
        }
        if told.isEmpty { findings.append(HealthFinding(.book, .ok, "\(name) is sound.")) }
        if let problem = Self.problem(of: examined.book.source) {
            findings.append(
                HealthFinding(
                    .book,
                    .problem,
                    "\(name): \(problem)",
                    advice: "Put the folder back in its place; contacts book show \(examined.book.name) tells its path."
                )
            )
        }
        return findings
    }

    /// Why the source cannot be used; `nil` when nothing is known against it.
    private static func problem(of source: BookSource) -> String? {
        guard case .folder(let path) = source else { return nil }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return "its folder “\(path)” does not exist."
        }
        guard isFolder.boolValue else { return "“\(path)” is not a folder." }
        let manager = FileManager.default
        guard manager.isReadableFile(atPath: path), manager.isWritableFile(atPath: path) else {
            return "its folder “\(path)” cannot be read and written."
        }
        return nil
    }
}
