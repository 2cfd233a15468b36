import Foundation
import Repository
import Services
import Testing

@Suite struct BookExaminerTests {
    @Test func `every other book has a finding`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sources = [BookSource.none, .folder(folder)]
        let books = sources.enumerated().map { index, source in
            let path = "\(folder)/\(index).sqlite"
            return (Book(name: "book\(index)", databasePath: path, source: source), SQLiteContactDAO(path: path))
        }
        let own = SQLiteContactDAO(path: folder + "/own.sqlite")
        let service = SystemHealthService(databasePath: folder + "/own.sqlite", store: own, api: nil, books: { books })
        let findings = try await service.examine(HealthRequest())
        await own.close()
        let told = findings.filter { $0.check == .book }
        #expect(told.map(\.level) == [.ok, .ok])
        #expect(told.last?.message.contains("“book1”") == true)
        #expect(findings.contains { $0.check == .api && $0.level == .ok })
    }
}
