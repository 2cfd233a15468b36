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

    @Test func `only the composition root names what stands behind the interfaces`() throws {
        let sources = try Self.sources()
        #expect(sources.count > 30)
        for file in sources where file.lastPathComponent != "CompositionRoot.swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for name in Self.concrete {
                #expect(!text.contains(name), "\(file.lastPathComponent) names \(name)")
            }
        }
    }

    @Test func `the composition root names all of them`() throws {
        let root = try #require(try Self.sources().first { $0.lastPathComponent == "CompositionRoot.swift" })
        let text = try String(contentsOf: root, encoding: .utf8)
        for name in Self.concrete where name != "InMemoryContactDAO" {
            #expect(text.contains(name))
        }
    }
}
