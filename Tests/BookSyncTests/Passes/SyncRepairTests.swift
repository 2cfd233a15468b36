import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

@Suite struct SyncRepairTests {
    private let book = SyncedBook()
    private func fill() async throws {
        for name in ["Ada", "Bob", "Eve"] {
            book.source.put(SyncedBook.card("\(name) Stone", uid: name.lowercased()), as: "\(name.lowercased()).vcf")
        }
        book.source.put(GroupForm.apple.card("friends", "ada"), as: "friends.vcf")
        try await book.add("Tim Stone")
        try await book.sync()
        try await book.expectQuiet()
    }

    @Test func `after a salvage, the next pass doubles and removes nothing, and sends what was changed`() async throws {
        try await fill()
        try await book.change("Bob Stone") { $0.note = "changed before the damage" }
        try await book.remove("Eve Stone")
        try SQLiteConnection(path: book.path, mode: .readWrite).execute("DROP TABLE stored_value")
        _ = try await book.store.repair(at: Date())
        let report = try await book.sync()
        #expect(report.count(.conflict) == 0 && report.count(.addedThere) == 0)
        #expect(try await book.names() == ["Ada Stone", "Bob Stone", "Tim Stone"])
        #expect(try await book.contact("Ada Stone").categories == ["friends"])
        #expect(book.source.cards.count == 4)
        #expect(book.source.cards["bob.vcf"]?.contains("changed before the damage") == true)
        #expect(book.source.cards["eve.vcf"] == nil)
        try await book.expectQuiet()
    }

    @Test func `a contact that was lost or set aside comes back, and is not removed there`() async throws {
        try await fill()
        let damaged = try SQLiteConnection(path: book.path, mode: .readWrite)
        let place = "contact = (SELECT number FROM contact WHERE uid = 'ada')"
        try damaged.execute("UPDATE contact_local SET card = '{' WHERE \(place)")
        _ = try await book.store.repair(at: Date())
        #expect(try await book.names() == ["Bob Stone", "Eve Stone", "Tim Stone"])
        #expect(try await book.sync().count(.removedThere) == 0)
        #expect(try await book.names() == ["Ada Stone", "Bob Stone", "Eve Stone", "Tim Stone"])
        #expect(try await book.contact("Ada Stone").categories == ["friends"])
        try await book.expectQuiet()
    }
}
