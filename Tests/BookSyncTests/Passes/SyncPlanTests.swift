import BookSyncDoubles
import Foundation
import Repository
import Testing

@testable import BookSync

@Suite struct SyncPlanTests {
    /// Returns a book with two cards of the same UID, of which the second is kept apart.
    private func duplicates(tokens: Bool) async throws -> SyncedBook {
        let book = SyncedBook()
        book.source.setTokens(tokens)
        book.source.put(SyncedBook.card("Ada Alpha", uid: "one"), as: "x.vcf")
        book.source.put(SyncedBook.card("Ada Beta", uid: "one"), as: "y.vcf")
        book.source.put(SyncedBook.card("Bob Stone", uid: "two"), as: "z.vcf")
        #expect(try await book.sync().count(.apart) == 1)
        #expect(try await book.names() == ["Ada Alpha", "Bob Stone"])
        try await book.expectQuiet()
        return book
    }

    @Test(arguments: [true, false])
    func `A card that was kept apart takes the place of the one with its UID that is gone`(tokens: Bool) async throws {
        let book = try await duplicates(tokens: tokens)
        let ada = try await book.contact("Ada Alpha")
        book.source.drop("x.vcf")
        let report = try await book.sync()
        #expect(report.entries.map(\.action) == [.changedHere], "\(report.entries)")
        #expect(try await book.names() == ["Ada Beta", "Bob Stone"])
        #expect(try await book.contact("Ada Beta").id == ada.id)
        try await book.expectQuiet()
    }

    @Test(arguments: [true, false])
    func `A card that was kept apart is taken when no other card has its UID any more`(tokens: Bool) async throws {
        let book = try await duplicates(tokens: tokens)
        try book.rewrite("x.vcf", "UID:one", "UID:three")
        try await book.sync()
        try await book.sync()
        #expect(try await book.names() == ["Ada Alpha", "Ada Beta", "Bob Stone"])
        try await book.expectQuiet()
    }

    @Test func `Of two cards of a group with the same UID, the second waits for the first`() async throws {
        let book = SyncedBook()
        book.source.put(SyncedBook.person("Ada"), as: "ada.vcf")
        book.source.put(GroupForm.apple.card("friends", "ada"), as: "f.vcf")
        book.source.put(GroupForm.apple.card("comrades", "ada"), as: "g.vcf")
        #expect(try await book.sync().count(.apart) == 1)
        try await book.expectQuiet()
        book.source.touch("g.vcf")
        try book.rewrite("g.vcf", "FN:comrades", "FN:fellows")
        #expect(try await book.sync().count(.apart) == 1)
        #expect(try await book.groups() == ["Ada Stone": ["friends"]])
        book.source.drop("f.vcf")
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": ["fellows"]])
        try await book.expectQuiet()
    }

    @Test func `A card without a UID is the same one under another name`() async throws {
        let book = SyncedBook()
        book.source.put(SyncedBook.card("Ada Stone"), as: "x.vcf")
        book.source.put(SyncedBook.card("Bob Stone"), as: "z.vcf")
        try await book.sync()
        let before = try await book.contacts()
        book.source.drop("x.vcf")
        book.source.put(SyncedBook.card("Ada Stone"), as: "y.vcf")
        #expect(try await book.sync().entries.isEmpty)
        #expect(try await book.contacts() == before)
        try await book.expectQuiet()
    }
}
