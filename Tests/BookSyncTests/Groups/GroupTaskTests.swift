import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

@Suite struct GroupTaskTests {
    @Test(arguments: GroupForm.allCases)
    func `a group that is deleted here loses its card, and undo brings the same card back`(
        form: GroupForm
    ) async throws {
        let book = try await SyncedBook.grouped(form)
        let card = book.source.cards["friends.vcf"]
        try await book.deleteGroup("friends")
        book.source.forgetCalls()
        let report = try await book.sync()
        #expect(book.source.written == ["friends.vcf"] && book.source.cards["friends.vcf"] == nil)
        #expect(report.entries.map(\.action) == [.removedThere] && report.entries.map(\.name) == ["friends"])
        try await book.expectQuiet()

        _ = try await book.store.turn(steps: 1, isUndone: false)
        #expect(try await book.groups()["Ada Stone"] == ["friends"])
        try await book.sync()
        // The member that is not in this book is still one.
        #expect(book.source.cards.values.filter { $0 == card }.count == 1)
        #expect(book.source.cards.count == 3)
        try await book.expectQuiet()
    }

    @Test func `deleting a group again by a redo removes the card again`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        try await book.deleteGroup("friends")
        try await book.sync()
        _ = try await book.store.turn(steps: 1, isUndone: false)
        try await book.sync()
        #expect(book.source.cards.count == 3)
        _ = try await book.store.turn(steps: 1, isUndone: true)
        let report = try await book.sync()
        #expect(report.entries.map(\.action) == [.removedThere] && book.source.cards.count == 2)
        try await book.expectQuiet()
    }

    @Test func `a group that was deleted once and is emptied one by one later keeps its card`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        try await book.deleteGroup("friends")
        // Back before the pass, and out again by hand.
        try await book.change("Ada Stone") { $0.categories = ["friends"] }
        try await book.change("Ada Stone") { $0.categories = [] }
        try await book.sync()
        #expect(book.source.cards["friends.vcf"]?.contains("uuid:ada\r\n") == false)
        #expect(book.source.cards["friends.vcf"] != nil)
        try await book.expectQuiet()
    }

    @Test func `a group that comes back with other contacts has these and no other`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        try await book.deleteGroup("friends")
        try await book.sync()
        try await book.change("Bob Stone") { $0.categories = ["Friends"] }
        try await book.sync()
        let card = try #require(book.source.cards.values.first { $0.contains("-KIND:group") })
        #expect(card.contains("uuid:bob\r\n") && !card.contains("uuid:ada") && card.contains("X-ODD;A=1:kept\r\n"))
        #expect(book.source.cards["bob.vcf"]?.contains("CATEGORIES") == false)
        try await book.expectQuiet()
    }

    @Test func `an edit of the card beats the deletion here`() async throws {
        let book = try await SyncedBook.grouped(.standard)
        try await book.deleteGroup("friends")
        book.source.put(GroupForm.standard.card("friends", "ada", "elsewhere", "bob"), as: "friends.vcf")
        // What is not read before it is written shows when it is written.
        let source = book.source
        source.once(at: .remove) {
            source.put(GroupForm.standard.card("comrades", "ada", "bob"), as: "friends.vcf")
        }
        try await book.sync()
        try await book.sync()
        #expect(book.source.cards["friends.vcf"] != nil)
        let groups = try await book.groups()
        #expect(groups["Bob Stone"]?.count == 1)
        try await book.expectQuiet()
    }

    @Test(arguments: [MemoryCardSource.Moment.before, .after])
    func `a pass that is cut off at the removal is carried on`(moment: MemoryCardSource.Moment) async throws {
        let book = try await SyncedBook.grouped(.apple)
        let card = book.source.cards["friends.vcf"]
        try await book.deleteGroup("friends")
        book.source.once(at: .remove, moment)
        await #expect(throws: CardSourceError.self) { try await book.sync() }
        try await book.sync()
        #expect(book.source.cards["friends.vcf"] == nil)
        try await book.expectQuiet()
        _ = try await book.store.turn(steps: 1, isUndone: false)
        try await book.sync()
        #expect(book.source.cards.values.contains(card ?? ""))
        try await book.expectQuiet()
    }

    @Test(arguments: [false, true])
    func `a contact that joined a deleted group stays in it when the card is already gone`(hasTwin: Bool) async throws {
        let book = try await SyncedBook.grouped(.apple)
        let source = book.source
        try await book.deleteGroup("friends")
        source.once(at: .remove, of: "friends.vcf")
        await #expect(throws: CardSourceError.self) { try await book.sync() }
        try await book.change("Bob Stone") {
            $0.categories = ["friends"]
            $0.nickname = "Bobby"
        }
        try await book.change("Ada Stone") { $0.nickname = "Countess" }
        // The card of the contact is written, and the pass ends before the group is looked at.
        source.once(at: .update, of: "ada.vcf")
        await #expect(throws: CardSourceError.self) { try await book.sync() }
        source.drop("friends.vcf")
        if hasTwin {
            source.put(GroupForm.apple.card("friends").replacing("group-1", with: "group-2"), as: "twin.vcf")
        }
        try await book.sync()
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": [], "Bob Stone": ["friends"]])
        let naming = source.cards.filter { $0.value.contains("FN:friends") && $0.value.contains("uuid:bob\r\n") }
        #expect(naming.count == 1)
        try await book.expectQuiet()
    }

    @Test func `a group that was deleted and has a contact again before the pass keeps its card`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        try await book.deleteGroup("friends")
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        try await book.sync()
        let card = try #require(book.source.cards["friends.vcf"])
        #expect(card.contains("uuid:bob\r\n") && card.contains("elsewhere") && !card.contains("uuid:ada"))
        try await book.expectQuiet()
    }

    @Test func `a group that the last contact leaves keeps its card, and one that joins another group does not`()
        async throws
    {
        let book = try await SyncedBook.grouped(.apple)
        try await book.change("Ada Stone") { $0.categories = [] }
        try await book.sync()
        #expect(book.source.cards["friends.vcf"]?.contains("elsewhere") == true)
        try await book.change("Ada Stone") { $0.categories = ["friends"] }
        let chess = GroupForm.apple.card("chess", "bob").replacing("group-1", with: "group-2")
        book.source.put(chess, as: "chess.vcf")
        try await book.sync()
        try await book.deleteGroup("friends", title: HistoryStep.groupRenaming, into: "chess")
        try await book.sync()
        #expect(book.source.cards["friends.vcf"] == nil)
        #expect(book.source.cards["chess.vcf"]?.contains("uuid:ada\r\n") == true)
        try await book.expectQuiet()
    }

    @Test func `a group that the last contact left is there without contacts until it is deleted`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        try await book.change("Ada Stone") { $0.categories = [] }
        for _ in 0..<2 {
            #expect(try await book.store.overview().categories == ["friends": 0])
            try await book.sync()
        }
        #expect(try await !book.store.deleteEmptyGroup("chess"))
        #expect(try await book.store.deleteEmptyGroup("Friends"))
        #expect(try await book.store.overview().categories.isEmpty)
        let report = try await book.sync()
        #expect(report.entries.map(\.action) == [.removedThere] && book.source.cards["friends.vcf"] == nil)
        try await book.expectQuiet()
    }

    @Test func `a group without contacts that is deleted and gets one before the pass stays`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        try await book.change("Ada Stone") { $0.categories = [] }
        try await book.sync()
        _ = try await book.store.deleteEmptyGroup("friends")
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        #expect(try await !book.store.deleteEmptyGroup("friends"))
        try await book.sync()
        #expect(book.source.cards["friends.vcf"]?.contains("uuid:bob\r\n") == true)
        try await book.expectQuiet()
    }

    @Test(arguments: GroupForm.allCases)
    func `the card of a group that becomes that of a person ends the group`(form: GroupForm) async throws {
        let book = try await SyncedBook.grouped(form)
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        book.source.put(SyncedBook.person("Friends").replacing("UID:friends", with: "UID:group-1"), as: "friends.vcf")
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": [], "Bob Stone": ["friends"], "Friends Stone": []])
        // Bob came to it here, which only his own card can say now.
        #expect(book.source.cards["bob.vcf"]?.contains("CATEGORIES:friends\r\n") == true)
        #expect(book.source.cards["friends.vcf"]?.contains("FN:Friends Stone\r\n") == true)
        try await book.expectQuiet()
        // And back again.
        book.source.put(form.card("friends", "ada"), as: "friends.vcf")
        try await book.sync()
        let groups = try await book.groups()
        #expect(groups["Ada Stone"] == ["friends"] && groups["Friends Stone"] == nil)
        try await book.expectQuiet()
    }
}

extension SyncedBook {
    /// Takes all contacts out of a group, as deleting it does.
    func deleteGroup(_ name: String, title: String = HistoryStep.groupDeletion, into other: String? = nil) async throws
    {
        var edit = ContactEdit()
        edit.removedCategories = [name]
        edit.addedCategories = [other].compactMap(\.self)
        let members = try await contacts().filter { $0.categories.contains(name) }
        _ = try await store.apply(members.map { .edit($0.id, edit) }, title: title)
    }
}
