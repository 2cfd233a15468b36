import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

@Suite struct GroupPushTests {
    @Test(arguments: GroupForm.allCases)
    func `a group that is renamed here is renamed there`(form: GroupForm) async throws {
        let book = try await SyncedBook.grouped(form)
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        try await book.sync()
        try await book.deleteGroup("friends", title: HistoryStep.groupRenaming, into: "comrades")
        book.source.forgetCalls()
        try await book.sync()
        #expect(book.source.written == ["friends.vcf"])
        let card = try #require(book.source.cards["friends.vcf"])
        #expect(card.contains("FN:comrades\r\n") && card.contains("N:comrades;;;;\r\n"))
        for uid in ["ada", "bob", "elsewhere"] { #expect(card.contains(form.member(uid) + "\r\n")) }
        try await book.expectQuiet()
    }

    @Test(arguments: GroupForm.allCases)
    func `a group that is renamed and then loses a member keeps its card, also when both are undone`(
        form: GroupForm
    ) async throws {
        let book = try await SyncedBook.grouped(form)
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        try await book.sync()
        try await book.deleteGroup("friends", title: HistoryStep.groupRenaming, into: "comrades")
        try await book.change("Ada Stone") { $0.categories = [] }
        book.source.forgetCalls()
        try await book.sync()
        #expect(book.source.written == ["friends.vcf"])
        var card = try #require(book.source.cards["friends.vcf"])
        #expect(card.contains("FN:comrades\r\n") && !card.contains(form.member("ada") + "\r\n"))
        for uid in ["bob", "elsewhere"] { #expect(card.contains(form.member(uid) + "\r\n")) }
        try await book.expectQuiet()

        _ = try await book.store.turn(steps: 2, isUndone: false)
        try await book.change("Bob Stone") { $0.categories = [] }
        try await book.sync()
        card = try #require(book.source.cards["friends.vcf"])
        #expect(card.contains("FN:friends\r\n") && card.contains(form.member("ada") + "\r\n"))
        #expect(!card.contains(form.member("bob") + "\r\n"))
        #expect(!book.source.cards.values.contains { $0.contains("CATEGORIES") })
        try await book.expectQuiet()
    }

    @Test func `two groups that exchange their names keep their cards, and another spelling is a new name`()
        async throws
    {
        let book = try await SyncedBook.grouped(.apple)
        book.source.put(GroupForm.apple.card("chess", "bob").replacing("group-1", with: "group-2"), as: "chess.vcf")
        try await book.sync()
        for (old, new) in [("friends", "mates"), ("chess", "friends"), ("mates", "chess"), ("chess", "Chess")] {
            try await book.deleteGroup(old, title: HistoryStep.groupRenaming, into: new)
        }
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": ["Chess"], "Bob Stone": ["friends"]])
        #expect(book.source.cards["friends.vcf"]?.contains("FN:Chess\r\n") == true)
        #expect(book.source.cards["chess.vcf"]?.contains("FN:friends\r\n") == true)
        try await book.expectQuiet()
    }

    @Test func `one contact that leaves a group for another leaves the group and its card as they are`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        try await book.change("Ada Stone") { $0.categories = ["chess"] }
        try await book.sync()
        #expect(try await book.store.overview().categories == ["friends": 0, "chess": 1])
        #expect(book.source.cards["friends.vcf"]?.contains("FN:friends\r\n") == true)
        try await book.expectQuiet()
    }

    @Test func `changes of members on both sides are joined, also when the card changes under way`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        book.source.put(SyncedBook.person("Eve"), as: "eve.vcf")
        try await book.sync()
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        try await book.change("Ada Stone") { $0.categories = [] }
        let meanwhile = GroupForm.apple.card("friends", "ada", "elsewhere", "eve")
        let source = book.source
        source.once(at: .update) { source.put(meanwhile, as: "friends.vcf") }
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": [], "Bob Stone": ["friends"], "Eve Stone": ["friends"]])
        let card = try #require(book.source.cards["friends.vcf"])
        #expect(!card.contains("uuid:ada"))
        for uid in ["bob", "eve", "elsewhere"] { #expect(card.contains("uuid:\(uid)\r\n")) }
        try await book.expectQuiet()
    }

    @Test func `a new person of a group is named by its card once, whatever was lost on the way`() async throws {
        let book = try await SyncedBook.grouped(.standard)
        try await book.add("Tim Stone") { $0.categories = ["friends"] }
        for call in [MemoryCardSource.Call.create, .update] {
            book.source.once(at: call, .after)
            await #expect(throws: CardSourceError.self) { try await book.sync() }
        }
        try await book.sync()
        let tim = try await book.contact("Tim Stone")
        let card = try #require(book.source.cards["friends.vcf"])
        #expect(card.components(separatedBy: "MEMBER:urn:uuid:\(tim.id)\r\n").count == 2)
        #expect(!book.source.cards.values.contains { $0.contains("CATEGORIES") })
        try await book.expectQuiet()
    }
}
