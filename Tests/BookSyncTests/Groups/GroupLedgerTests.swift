import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

@Suite struct GroupLedgerTests {
    @Test(arguments: GroupForm.allCases)
    func `who comes to a group and leaves it here changes its card alone`(form: GroupForm) async throws {
        let book = try await SyncedBook.grouped(form)
        let (ada, bob) = (book.source.cards["ada.vcf"], book.source.cards["bob.vcf"])
        try await book.change("Bob Stone") { $0.categories = ["Friends"] }
        book.source.forgetCalls()
        let report = try await book.sync()
        #expect(book.source.written == ["friends.vcf"])
        #expect(report.entries.map(\.name) == ["friends"])
        let card = try #require(book.source.cards["friends.vcf"])
        #expect(card.contains("X-ODD;A=1:kept\r\n") && card.contains(form.member("elsewhere") + "\r\n"))
        #expect(card.contains(form.member("bob") + "\r\n"))
        try await book.expectQuiet()

        try await book.change("Ada Stone") { $0.categories = [] }
        book.source.forgetCalls()
        try await book.sync()
        #expect(book.source.written == ["friends.vcf"])
        let left = try #require(book.source.cards["friends.vcf"])
        #expect(!left.contains(form.member("ada")) && left.contains(form.member("elsewhere") + "\r\n"))
        #expect(left.contains(form.member("bob") + "\r\n"))
        #expect(book.source.cards["ada.vcf"] == ada && book.source.cards["bob.vcf"] == bob)
        try await book.expectQuiet()
    }

    @Test func `a group that the card of a person names itself stays there`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        try book.rewrite("bob.vcf", "END:", "CATEGORIES:Friends,chess\r\nEND:")
        try await book.sync()
        #expect(try await book.groups()["Bob Stone"] == ["Friends", "chess"])
        try await book.expectQuiet()
        try await book.change("Bob Stone") { $0.note = "changed" }
        book.source.forgetCalls()
        try await book.sync()
        #expect(book.source.written == ["bob.vcf"])
        #expect(book.source.cards["bob.vcf"]?.contains("CATEGORIES:Friends,chess\r\n") == true)
        // The card of a member does not get the group that another card says.
        try await book.change("Ada Stone") { $0.categories += ["chess"] }
        try await book.sync()
        #expect(book.source.cards["ada.vcf"]?.contains("CATEGORIES:chess\r\n") == true)
        try book.rewrite("bob.vcf", "Friends,chess", "chess")
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": ["friends", "chess"], "Bob Stone": ["chess"]])
        try await book.expectQuiet()
    }

    @Test func `undo takes a membership back, and the next pass tells the source`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        book.source.put(GroupForm.apple.card("friends", "elsewhere", "bob"), as: "friends.vcf")
        try await book.sync()
        _ = try await book.store.turn(steps: 1, isUndone: false)
        #expect(try await book.groups() == ["Ada Stone": ["friends"], "Bob Stone": []])
        try await book.sync()
        let card = try #require(book.source.cards["friends.vcf"])
        #expect(card.contains("uuid:ada\r\n") && !card.contains("uuid:bob\r\n") && card.contains("uuid:elsewhere"))
        try await book.expectQuiet()
    }

    @Test func `a member that is removed and put back is still one, and its card is not read as a change`()
        async throws
    {
        let book = try await SyncedBook.grouped(.standard)
        try await book.remove("Ada Stone")
        try await book.sync()
        #expect(book.source.cards["friends.vcf"]?.contains("uuid:ada\r\n") == true)
        try await book.expectQuiet()
        _ = try await book.store.turn(steps: 1, isUndone: false)
        try await book.sync()
        #expect(try await book.groups()["Ada Stone"] == ["friends"])
        #expect(book.source.cards.values.filter { $0.contains("FN:Ada Stone") }.count == 1)
        try await book.expectQuiet()
    }
}
