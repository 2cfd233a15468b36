package import Repository

/// A book that is examined in addition to the current one.
package struct ExaminedBook: Sendable {
    package let book: Book
    package let store: any StoreMaintenance
    /// Closes the database.
    package let close: @Sendable () async -> Void

    package init(_ book: Book, store: any StoreMaintenance, close: @escaping @Sendable () async -> Void) {
        self.book = book
        self.store = store
        self.close = close
    }
}

/// Examines the databases of the other books.
struct BookExaminer {
    let request: HealthRequest

    /// Returns the problems of a book's database, or a finding that it is sound.
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
        return findings
    }
}
