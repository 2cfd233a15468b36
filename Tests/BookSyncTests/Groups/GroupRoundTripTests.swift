import Foundation
import Repository
import Testing

@testable import BookSync

/// Groups of all kinds through folders, Radicale and Xandikos, and back.
@Suite struct `Groups that go to a real source and back` {
    private static let kinds = SourceKind.available.filter { $0 != .memory }
    /// One form is enough for the servers after the first: each request of SabreDAV even starts it again.
    private static let forms = kinds.flatMap { kind in
        GroupForm.allCases.filter { [.folder, .radicale].contains(kind) || $0 == .apple }.map { (kind, $0) }
    }

    @Test(arguments: forms)
    func `A group keeps its card when its members and its name change`(kind: SourceKind, form: GroupForm) async throws {
        let (test, book) = (try await SourceUnderTest(kind), SyncedBook())
        for name in ["Ada", "Bob", "Eve"] {
            try await test.put("\(name.lowercased()).vcf", SyncedBook.person(name, "X-ODD;A=b:kept"))
        }
        // Its name is before those of its members, which are read after it.
        let name = "0-friends.vcf"
        try await test.put(name, form.card("friends", "ada", "elsewhere"))
        /// The members that the card has, and the lines that neither an edit of members nor its stamps change.
        func card() async throws -> (members: [String], rest: Set<String>) {
            let lines = try #require(try await test.source.read([test.href(name)]).first).lines
            let members = lines.filter { $0.contains("MEMBER:") }
            let rest = lines.subtracting(members).filter { !$0.hasPrefix("REV") && !$0.hasPrefix("PRODID") }
            return (members.compactMap { $0.split(separator: ":").last.map(String.init) }.sorted(), rest)
        }
        @discardableResult func pass() async throws -> SyncReport { try await book.sync(with: test.source) }
        let rest = try await card().rest
        try await pass()
        #expect(try await book.groups() == ["Ada Stone": ["friends"], "Bob Stone": [], "Eve Stone": []])
        #expect(try await pass().entries == [])

        // Changed there, and here.
        try await test.put(name, form.card("friends", "ada", "elsewhere", "bob"))
        try await pass()
        #expect(try await book.groups() == ["Ada Stone": ["friends"], "Bob Stone": ["friends"], "Eve Stone": []])
        try await book.change("Eve Stone") { $0.categories = ["friends"] }
        try await book.change("Ada Stone") { $0.categories = [] }
        try await pass()
        #expect(try await card() == (["bob", "elsewhere", "eve"], rest))
        #expect(try await pass().entries == [])

        // Renamed here.
        try await book.deleteGroup("friends", title: HistoryStep.groupRenaming, into: "mates")
        try await pass()
        #expect(try await card().rest == Set(rest.map { $0.replacing("friends", with: "mates") }))
        #expect(try await pass().entries == [])
    }
}
