import Primitives
import Repository
import Synchronization
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct ContactExportTests {
    @Test func `marked contacts are exported to a named file, and one that is there is asked about`() async throws {
        let written = Mutex<[String]>([])
        var sources = BrowseSources()
        sources.fileKind = { $0 == "old.vcf" ? .file : nil }
        sources.export = { contacts, path in
            written.withLock { $0 = contacts.map(\.id.rawValue) + [path] }
        }
        try await BrowseHarness.with(PeopleStore.people(5), sources: sources, shows: "5 contacts") { browse in
            await browse.press(" ", " ", "x")
            await browse.press(.enter)
            #expect(browse.text().contains("Type the name of a file"))
            await browse.type("old.vcf", .enter)
            #expect(browse.text().contains("replaces it"))
            #expect(written.withLock { $0.isEmpty })
            await browse.press(.enter, shows: "Exported 2 contacts")
            #expect(written.withLock { $0 } == ["id-00000", "id-00001", "old.vcf"])
        }
    }

    @Test func `a file that cannot be written is told, and its name can be changed`() async throws {
        var sources = BrowseSources()
        sources.complete = { path, _ in path + "cf" }
        sources.export = { _, path in
            guard path == "y.vcf" else { throw Failure(.cannotCreate, "There is no folder for “\(path)”.") }
        }
        try await BrowseHarness.with(PeopleStore.people(1), sources: sources, shows: "1 contact") { browse in
            await browse.press("x")
            await browse.type("/x/y.vcf", .enter, shows: "There is no folder for “/x/y.vcf”.")
            await browse.idle()
            #expect(browse.text().contains("Export 1 contact"))
            await browse.press(.control("u"))
            await browse.type("y.v", .tab, .enter, shows: "to y.vcf.")
            await browse.idle()
            #expect(!browse.text().contains("Export 1 contact"))
        }
    }
}
