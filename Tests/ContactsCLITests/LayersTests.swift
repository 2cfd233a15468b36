import Foundation
import Testing

struct LayersTests {
    private static let concrete = [
        "SQLiteContactDAO", "InMemoryContactDAO", "CachingContactRepository", "RandomUserContactAPI",
        "AsyncHTTPClientTransport", "RepositoryContactListService", "RepositoryContactService", "RepositorySyncService",
        "EmbeddedServer", "APISettings", "import RandomUserServer",
    ]

    private static func sources() throws -> [URL] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/ContactsCLI")
        let files = try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        )
        return files.filter { $0.pathExtension == "swift" }
    }

    private static func isComposition(_ file: URL) -> Bool {
        file.deletingLastPathComponent().lastPathComponent == "Composition"
    }

    @Test func `G65 only the folder Composition names what stands behind the interfaces`() throws {
        let sources = try Self.sources()
        #expect(sources.count > 30)
        for file in sources where !Self.isComposition(file) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for name in Self.concrete {
                #expect(!text.contains(name), "\(file.lastPathComponent) names \(name)")
            }
        }
    }

    @Test func `the folder Composition names all of them`() throws {
        let files = try Self.sources().filter(Self.isComposition)
        let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for name in Self.concrete where name != "InMemoryContactDAO" {
            #expect(text.contains(name))
        }
    }
}
