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

    /// A book with the source, and the hand of another program on that.
    private struct Place {
        let test: SourceUnderTest
        let book: SyncedBook

        @discardableResult
        func pass() async throws -> SyncReport {
            try await book.sync(with: test.source)
        }

        func expectQuiet(sourceLocation: SourceLocation = #_sourceLocation) async throws {
            #expect(try await pass().entries == [], sourceLocation: sourceLocation)
        }

        /// The lines of a card there; none when it is not there.
        func lines(_ name: String) async throws -> Set<String> {
            try #require(try await test.source.read([test.href(name)]).first).lines
        }

        /// The lines of a card that neither an edit of members nor its stamps change.
        func rest(_ name: String) async throws -> Set<String> {
            try await lines(name).filter { line in
                !line.hasPrefix("REV") && !line.hasPrefix("PRODID") && !line.contains("MEMBER:")
            }
        }

        func members(_ name: String) async throws -> [String] {
            try await lines(name).filter { $0.contains("MEMBER:") }.compactMap { $0.split(separator: ":").last }
                .map(String.init).sorted()
        }

        func contacts(of group: String) async throws -> [String] {
            try await book.groups().filter { $0.value.contains(group) }.keys.sorted()
        }

        func join(_ name: String, _ groups: String...) async throws {
            try await book.change(name) { $0.categories = groups }
        }
    }

    private func place(_ kind: SourceKind) async throws -> Place {
        let place = Place(test: try await SourceUnderTest(kind), book: SyncedBook())
        for name in ["Ada", "Bob", "Eve"] {
            try await place.test.put("\(name.lowercased()).vcf", SyncedBook.person(name, "X-ODD;A=b:kept"))
        }
        return place
    }

    @Test(arguments: forms)
    func `A group keeps its card when its members and its name change`(kind: SourceKind, form: GroupForm) async throws {
        let place = try await place(kind)
        // Its name is before those of its members, which are read after it.
        let name = "0-friends.vcf"
        try await place.test.put(name, form.card("friends", "ada", "elsewhere"))
        let rest = try await place.rest(name)
        try await place.pass()
        #expect(try await place.book.groups() == ["Ada Stone": ["friends"], "Bob Stone": [], "Eve Stone": []])
        try await place.expectQuiet()

        // Changed there, and here.
        try await place.test.put(name, form.card("friends", "ada", "elsewhere", "bob"))
        try await place.pass()
        #expect(try await place.contacts(of: "friends") == ["Ada Stone", "Bob Stone"])
        try await place.join("Eve Stone", "friends")
        try await place.join("Ada Stone")
        try await place.pass()
        #expect(try await place.members(name) == ["bob", "elsewhere", "eve"])
        #expect(try await place.rest(name) == rest)
        try await place.expectQuiet()

        // Renamed here.
        try await place.book.deleteGroup("friends", title: HistoryStep.groupRenaming, into: "mates")
        try await place.pass()
        #expect(try await place.rest(name) == Set(rest.map { $0.replacing("friends", with: "mates") }))
        try await place.expectQuiet()
    }
}
