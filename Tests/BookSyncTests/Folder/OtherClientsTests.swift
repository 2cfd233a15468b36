import Foundation
import Repository
import Testing

@testable import BookSync

/// vdirsyncer and khard on the folder that the program synchronizes, with Radicale behind vdirsyncer.
@Suite(.enabled(if: ForeignPrograms.python != nil, "run Scripts/bootstrap --test-servers"))
struct `A folder that other programs use, too` {
    /// What no field of ours stands for.
    private static let unknown = [
        "X-WEIRD;X-PARAM=\"a,b:c\";TYPE=x:1\\,2\\;3", "item1.X-ABDATE:2001-02-03", "item1.X-ABLABEL:Kennen gelernt",
        "X-LONG:" + String(repeating: "ä", count: 90),
    ]

    private static func rich(_ uid: String, _ name: String) -> String {
        card(uid, name: name).adding(unknown)
    }

    /// The folder, its configurations, and the hands of all programs on it.
    private struct Place {
        let root: URL
        let book: SyncedBook

        var cards: URL { root.appending(path: "cards") }

        init(_ url: String, _ book: SyncedBook) throws {
            root = FileManager.default.temporaryDirectory.appending(path: "others-\(UUID().uuidString)")
            self.book = book
            try FileManager.default.createDirectory(at: cards, withIntermediateDirectories: true)
            let pair = """
                [general]
                status_path = "\(root.path)/status"
                [pair p]
                a = "here"
                b = "there"
                collections = null
                conflict_resolution = "a wins"
                [storage here]
                type = "filesystem"
                path = "\(cards.path)"
                fileext = ".vcf"
                [storage there]
                type = "carddav"
                url = "\(url)"
                username = "\(TestServer.user)"
                password = "\(TestServer.password)"
                """
            try pair.write(to: root.appending(path: "vdirsyncer"), atomically: false, encoding: .utf8)
            let khard = """
                [addressbooks]
                [[cards]]
                path = \(cards.path)
                [general]
                editor = true
                merge_editor = true
                [vcard]
                preferred_version = 3.0
                """
            try khard.write(to: root.appending(path: "khard"), atomically: false, encoding: .utf8)
        }

        /// Runs one of the programs, which has the configuration of its name.
        func run(_ program: String, _ words: String..., answer: String = "") async throws {
            let arguments = [program, "--config", root.appending(path: program).path] + words
            let home = ["HOME": root.path]
            let (status, output) = try await ForeignPrograms.run(arguments, environment: home, input: answer)
            try #require(status == 0, "\(program) \(words): \(output)")
        }

        @discardableResult
        func pass() async throws -> SyncReport {
            try await book.sync(with: FolderSource(path: cards.path))
        }

        private func texts() throws -> [String] {
            try FileManager.default.contentsOfDirectory(at: cards, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "vcf" }.map { try String(contentsOf: $0, encoding: .utf8) }
        }

        func text(_ name: String) throws -> String {
            try #require(try texts().first { Self.lines($0).contains("FN:\(name)") }, "no file of \(name)")
        }

        /// The properties of a contact's card that we have no field for.
        func unknown(_ name: String) throws -> Set<String> {
            Self.lines(try text(name)).filter { $0.hasPrefix("X-") || $0.hasPrefix("item1.") }
        }

        static func lines(_ text: String) -> Set<String> {
            Set(text.replacing("\r\n", with: "\n").replacing("\n ", with: "").split(separator: "\n").map(String.init))
        }

        func names() throws -> [String] {
            try texts().flatMap(Self.lines).filter { $0.hasPrefix("FN:") }.map { String($0.dropFirst(3)) }.sorted()
        }
    }

    @Test func `vdirsyncer and khard change, add and remove; at the end all sides are equal`() async throws {
        let server = try await TestServer.shared(.radicale)
        let collection = try await server.makeBook()
        let there = try CardDAVSource(address: collection, client: server.client())
        _ = try await there.describe()
        for (uid, name) in [("a-1", "Ada"), ("b-2", "Bob"), ("c-3", "Cleo"), ("d-4", "Dan")] {
            _ = try await there.create(Array(Self.rich(uid, name).utf8), uid: uid)
        }
        let book = SyncedBook()
        let place = try Place(collection, book)
        defer { try? FileManager.default.removeItem(at: place.root) }
        try await place.run("vdirsyncer", "discover")
        try await place.run("vdirsyncer", "sync")
        try await place.pass()
        #expect(try await book.names() == ["Ada", "Bob", "Cleo", "Dan"])
        let untouched = try place.text("Dan")
        let unknown = try place.unknown("Ada")
        #expect(unknown.count == Self.unknown.count)

        // Here one is changed, one is added; khard changes one and removes one; on the server one is added.
        try await book.change("Ada") { $0.note = "changed here" }
        try await book.add("Eva Here")
        let input = place.root.appending(path: "input.yaml")
        try "Last name: Bob\nNickname: Bobby\n".write(to: input, atomically: false, encoding: .utf8)
        try await place.run("khard", "edit", "--input-file", input.path, "uid:b-2", answer: "y\n")
        try await place.run("khard", "remove", "--force", "uid:c-3")
        _ = try await there.create(Array(Self.rich("f-6", "Fred").utf8), uid: "f-6")
        try await place.pass()
        try await place.run("vdirsyncer", "sync")
        try await place.pass()
        try await place.run("vdirsyncer", "sync")

        let names = ["Ada", "Bob", "Dan", "Eva Here", "Fred"]
        #expect(try await book.names() == names)
        #expect(try place.names() == names)
        #expect(try await book.contact("Bob").nickname == "Bobby")
        let hrefs = try await there.changes(since: nil).items.map(\.href)
        let reads = try await there.read(hrefs)
        #expect(Set(reads.flatMap { $0.lines.filter { $0.hasPrefix("FN:") } }) == Set(names.map { "FN:" + $0 }))
        #expect(reads.contains { $0.lines.isSuperset(of: ["FN:Ada", "NOTE:changed here"]) })
        #expect(reads.contains { $0.lines.isSuperset(of: ["FN:Bob", "NICKNAME:Bobby"]) })

        // What was not touched is the same file, and what we have no field for is there in every one of them.
        #expect(try place.text("Dan") == untouched)
        for name in ["Ada", "Fred"] { #expect(try place.unknown(name) == unknown, "\(name)") }
        #expect(try place.unknown("Bob").count == Self.unknown.count)
        #expect(reads.allSatisfy { $0.lines.contains { $0 == "FN:Eva Here" || $0.hasSuffix(".X-ABDATE:2001-02-03") } })

        // Another round changes nothing anywhere.
        let before = try names.map(place.text)
        #expect(try await place.pass().entries.isEmpty)
        try await place.run("vdirsyncer", "sync")
        let after = try names.map(place.text)
        #expect(try place.names() == names && after == before)
    }
}
