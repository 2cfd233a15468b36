import BookSync
import BookSyncDoubles
import Foundation
import Repository
import RepositoryDoubles
import TestWatch
import Testing

@testable import Services

@Suite struct SourceHealthServiceTests {
    private static let server = Book(
        name: "work",
        databasePath: "/work.sqlite",
        source: .carddav(CardDAVAccount(address: "https://dav.example.com/"))
    )

    private func findings(
        _ books: [Book],
        offline: Bool = false,
        apart: [(name: String, reason: String)] = [],
        source: @escaping @Sendable (Book) async throws -> any CardSource = { _ in throw CancellationError() }
    ) async throws -> [HealthFinding] {
        let service = SourceHealthService(books: { books }, apart: { _ in apart }, source: source)
        return try await service.examine(HealthRequest(isOffline: offline))
    }

    @Test func `a folder is a finding, and each of its cards that cannot be read is one by name`() async throws {
        let temporary = TemporaryFolder()
        let folder = temporary.path
        let good = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:Ada\r\nEND:VCARD\r\n"
        for (name, text) in [("a.vcf", good), ("bad.vcf", "no card"), ("notes.txt", "ignored")] {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let book = Book(name: "old", databasePath: "/old.sqlite", source: .folder(folder))
        let gone = Book(name: "gone", databasePath: "/gone.sqlite", source: .folder(folder + "/gone"))
        let none = Book(name: "home", databasePath: "/home.sqlite", source: .none)
        let found = try await findings([none, book, gone], offline: true) { _ in FolderSource(path: folder) }
        #expect(found.map(\.level) == [.ok, .warning, .problem])
        #expect(found.allSatisfy { $0.check == .book })
        #expect(found[0].message.contains("“old”") && found[0].message.contains(folder))
        #expect(found[1].message.contains("bad.vcf") && found[1].advice != nil)
        #expect(found[2].message.contains("does not exist") && found[2].advice != nil)
    }

    @Test func `a server is not asked without the network, and that is said`() async throws {
        let found = try await findings([Self.server], offline: true, apart: [("Eve", "it is cut off")])
        #expect(found.map(\.level) == [.ok, .warning])
        #expect(found[0].message.contains("not checked"))
        #expect(found[1].message.contains("“Eve”") && found[1].message.contains("it is cut off"))
    }

    @Test(arguments: [
        (CardSourceError.Code.authentication, HealthFinding.Level.problem), (.unavailable, .warning),
        (.missing, .problem), (.badAnswer, .problem),
    ])
    func `a server that fails is a finding`(code: CardSourceError.Code, level: HealthFinding.Level) async throws {
        let source = MemoryCardSource()
        source.fault = { _, _, _ in throw CardSourceError(code, "It says no.") }
        let found = try await findings([Self.server]) { _ in source }
        #expect(found.map(\.level) == [level])
        #expect(found[0].message.contains("It says no.") && found[0].advice != nil)
    }

    @Test func `a server that serves is in order, unless nothing may be written or it cannot be asked`() async throws {
        let source = MemoryCardSource()
        for isReadOnly in [false, true] {
            source.description.isReadOnly = isReadOnly
            let found = try await findings([Self.server]) { _ in source }
            #expect(found.map(\.level) == [isReadOnly ? .warning : .ok])
        }
        #expect(source.written == [])
        let found = try await findings([Self.server]) { _ in
            throw UnexaminedSource(reason: "its password is nowhere", advice: "Keep it.")
        }
        #expect(found.map(\.level) == [.warning] && found[0].advice == "Keep it.")
        #expect(found[0].message.contains("its password is nowhere"))
    }
}
