import BookSyncDoubles
import Repository
import Testing

@testable import BookSync

@Suite struct `Edits while a card is written, and answers that are lost` {
    private let book = SyncedBook()
    @Test(arguments: [true, false], [true, false])
    func `A contact that is edited while its card is written is sent again`(isNew: Bool, tags: Bool) async throws {
        book.source.givesTags = tags
        try await book.add("Ada Stone")
        if !isNew {
            try await book.sync()
            try await book.change("Ada Stone") { $0.note = "first" }
        }
        book.source.once(at: isNew ? .create : .update, .after) {
            try await book.change("Ada Stone") { $0.note = "second" }
        }
        try await book.sync()
        try await book.sync()
        #expect(book.source.cards.values.filter { $0.contains("NOTE:second") }.count == 1)
        #expect(book.source.cards.count == 1)
        #expect(try await book.contact("Ada Stone").note == "second")
        try await book.expectQuiet()
    }

    @Test func `A contact that is removed while its card is written is removed there`() async throws {
        try await book.add("Ada Stone")
        book.source.once(at: .create, .after) { try await book.remove("Ada Stone") }
        try await book.sync()
        try await book.sync()
        #expect(book.source.cards.isEmpty)
        #expect(try await book.contacts().isEmpty)
        try await book.expectQuiet()
    }

    @Test(arguments: [MemoryCardSource.Call.create, .update])
    func `A lost answer and another edit are one card with the last edit`(call: MemoryCardSource.Call) async throws {
        try await book.add("Ada Stone") { $0.emails = [ContactValue("ada@example.org")] }
        if call == .update {
            try await book.sync()
            try await book.change("Ada Stone") { $0.note = "first" }
        }
        book.source.once(at: call, .after)
        await #expect(throws: CardSourceError.self) { try await book.sync() }
        try await book.change("Ada Stone") { $0.note = "second" }
        let report = try await book.sync()
        #expect(report.count(.conflict) == 0 && report.count(.merged) == 0, "\(report.entries)")
        #expect(try await book.contacts().count == 1 && book.source.cards.count == 1)
        #expect(book.source.cards.values.first?.contains("NOTE:second\r\n") == true)
        #expect(try await book.contact("Ada Stone").note == "second")
        try await book.expectQuiet()
    }

    @Test func `A contact is not joined with a card of another UID`() async throws {
        book.source.put(SyncedBook.card("Ada Stone", uid: "one"), as: "one.vcf")
        try await book.sync()
        let ada = try await book.contact("Ada Stone")
        // The ledger is forgotten, and the contact has another UID than the one that its identifier was made of.
        try await book.change("Ada Stone") { $0.uid = "two" }
        book.source.description.identity = "other"
        let report = try await book.sync(massRemoval: true)
        #expect(report.count(.addedHere) == 1 && report.count(.addedThere) == 1, "\(report.entries)")
        let contacts = try await book.contacts()
        #expect(Set(contacts.map(\.uid)) == ["one", "two"])
        #expect(contacts.first { $0.id == ada.id }?.uid == "two")
        try await book.expectQuiet()
    }
}
