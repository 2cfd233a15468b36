import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

@Suite struct GroupChangesTests {
    @Test(arguments: GroupForm.allCases)
    func `a card of a group is a group here, not a person, and nothing is written`(form: GroupForm) async throws {
        let book = try await SyncedBook.grouped(form)
        #expect(book.source.cards["friends.vcf"] == form.card("friends", "ada", "elsewhere"))
        #expect(try await book.names() == ["Ada Stone", "Bob Stone"])
        let steps = try await book.store.history(limit: 1)
        #expect(steps.map(\.contactCount) == [2])
    }

    @Test(arguments: GroupForm.allCases)
    func `members that change there change here`(form: GroupForm) async throws {
        let book = try await SyncedBook.grouped(form)
        book.source.put(form.card("friends", "elsewhere", "bob"), as: "friends.vcf")
        let report = try await book.sync()
        #expect(report.count(.changedHere) == 1)
        #expect(try await book.groups() == ["Ada Stone": [], "Bob Stone": ["friends"]])
        try await book.expectQuiet()
    }

    @Test func `a member that arrives later joins its group`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        book.source.put(SyncedBook.person("Elsewhere"), as: "e.vcf")
        try await book.sync()
        #expect(try await book.groups()["Elsewhere Stone"] == ["friends"])
        try await book.expectQuiet()
        // Typed here, with a UID that a card names already.
        book.source.put(GroupForm.apple.card("friends", "ada", "typed"), as: "friends.vcf")
        try await book.sync()
        try await book.add("Tim Stone") { $0.uid = "typed" }
        try await book.sync()
        #expect(try await book.groups()["Tim Stone"] == ["friends"])
        try await book.expectQuiet()
    }

    @Test(arguments: GroupForm.allCases)
    func `a group that is renamed there is renamed here`(form: GroupForm) async throws {
        let book = try await SyncedBook.grouped(form)
        try await book.change("Bob Stone") { $0.categories = ["friends", "chess"] }
        book.source.put(form.card("comrades", "ada", "elsewhere"), as: "friends.vcf")
        try await book.sync()
        #expect(try await book.groups()["Ada Stone"] == ["comrades"])
        try await book.expectQuiet()
    }

    @Test func `a group whose card is removed is no group any more, and undo makes it one of the people's cards`()
        async throws
    {
        let book = try await SyncedBook.grouped(.standard)
        book.source.drop("friends.vcf")
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": [], "Bob Stone": []])
        try await book.expectQuiet()
        _ = try await book.store.turn(steps: 1, isUndone: false)
        try await book.sync()
        #expect(try await book.groups()["Ada Stone"] == ["friends"])
        #expect(book.source.cards["ada.vcf"]?.contains("CATEGORIES:friends\r\n") == true)
        try await book.expectQuiet()
    }

    @Test func `a new member that its card does not name yet stays in the group when the card is removed`() async throws
    {
        let book = try await SyncedBook.grouped(.apple)
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        book.source.once(at: .update)
        await #expect(throws: CardSourceError.self) { try await book.sync() }
        book.source.drop("friends.vcf")
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": [], "Bob Stone": ["friends"]])
        #expect(book.source.cards["bob.vcf"]?.contains("CATEGORIES:friends\r\n") == true)
        try await book.expectQuiet()
    }

    @Test func `a group that is renamed here stays when its card is removed there`() async throws {
        let book = try await SyncedBook.grouped(.standard)
        try await book.deleteGroup("friends", title: HistoryStep.groupRenaming, into: "mates")
        book.source.drop("friends.vcf")
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": ["mates"], "Bob Stone": []])
        #expect(book.source.cards["ada.vcf"]?.contains("CATEGORIES:mates\r\n") == true)
        try await book.expectQuiet()
    }

    @Test func `a member that leaves there while the group is renamed here leaves the renamed group`() async throws {
        let book = try await SyncedBook.grouped(.apple)
        book.source.put(GroupForm.apple.card("friends", "ada", "bob", "elsewhere"), as: "friends.vcf")
        try await book.sync()
        try await book.deleteGroup("friends", title: HistoryStep.groupRenaming, into: "mates")
        book.source.put(GroupForm.apple.card("friends", "bob", "elsewhere"), as: "friends.vcf")
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": [], "Bob Stone": ["mates"]])
        #expect(book.source.cards["friends.vcf"]?.contains("FN:mates\r\n") == true)
        try await book.expectQuiet()
    }

    @Test func `a UUID names a member with and without its prefix, in capitals or not`() async throws {
        let book = SyncedBook()
        let uid = "1C41A2FE-0000-4000-8000-0000000000AB"
        book.source.put(SyncedBook.card("Ada Stone", uid: "urn:uuid:" + uid.lowercased()), as: "ada.vcf")
        book.source.put(GroupForm.bare.card("friends", uid), as: "friends.vcf")
        try await book.sync()
        #expect(try await book.groups()["Ada Stone"] == ["friends"])
        try await book.change("Ada Stone") { $0.categories = [] }
        try await book.sync()
        #expect(book.source.cards["friends.vcf"]?.contains("-MEMBER") == false)
        try await book.expectQuiet()
    }
}
