import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

@Suite struct `How many contacts go within a day` {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func people(_ count: Int) async throws -> SyncedBook {
        let book = SyncedBook()
        for number in 0..<count {
            book.source.put(SyncedBook.card("P \(number)", uid: "p\(number)"), as: "\(number).vcf")
        }
        try await book.sync(at: Self.start)
        return book
    }

    private func drop(_ range: Range<Int>, _ book: SyncedBook) {
        for number in range { book.source.drop("\(number).vcf") }
    }

    @Test(arguments: [true, false])
    func `Passes are counted together, over processes and for a day`(tokens: Bool) async throws {
        let book = try await people(30)
        book.source.givesTokens = tokens
        drop(0..<8, book)
        #expect(try await book.sync(at: Self.start).count(.removedHere) == 8)
        drop(8..<16, book)
        // Another process.
        let other = SQLiteContactDAO(path: book.path)
        for hours in [1.0, 23.9] {
            await #expect(throws: SyncRefusal.self) {
                var pass = SyncPass(
                    store: other,
                    source: book.source,
                    now: { Self.start.addingTimeInterval(hours * 3600) }
                )
                _ = try await pass.run()
            }
        }
        await other.close()
        #expect(try await book.contacts().count == 22)
        #expect(try await book.sync(at: Self.start.addingTimeInterval(86_401)).count(.removedHere) == 8)
        #expect(try await book.contacts().count == 14)
    }

    @Test func `Ten may go at once, and a third of a large book`() async throws {
        var book = try await people(12)
        drop(0..<10, book)
        #expect(try await book.sync(at: Self.start).count(.removedHere) == 10)
        drop(10..<11, book)
        await #expect(throws: SyncRefusal.self) { try await book.sync(at: Self.start) }
        book = try await people(60)
        for part in [0..<10, 10..<20] {
            drop(part, book)
            #expect(try await book.sync(at: Self.start).count(.removedHere) == 10)
        }
        drop(20..<21, book)
        await #expect(throws: SyncRefusal.self) { try await book.sync(at: Self.start) }
        #expect(try await book.contacts().count == 40)
    }

    @Test func `What is allowed once begins the day again`() async throws {
        let book = try await people(40)
        drop(0..<8, book)
        try await book.sync(at: Self.start)
        drop(8..<20, book)
        await #expect(throws: SyncRefusal.self) { try await book.sync(at: Self.start) }
        #expect(try await book.sync(massRemoval: true, at: Self.start).count(.removedHere) == 12)
        drop(20..<25, book)
        #expect(try await book.sync(at: Self.start).count(.removedHere) == 5)
    }

    @Test func `Removals on the server count, too`() async throws {
        var book = try await people(30)
        for number in 0..<7 { try await book.remove("P \(number)") }
        drop(10..<14, book)
        await #expect(throws: SyncRefusal.self) { try await book.sync(at: Self.start) }
        #expect(try await book.contacts().count == 23 && book.source.cards.count == 26)
        book = try await people(30)
        for number in 0..<11 { try await book.remove("P \(number)") }
        await #expect(throws: SyncRefusal.self) { try await book.sync(at: Self.start) }
        #expect(book.source.cards.count == 30)
        #expect(try await book.sync(massRemoval: true, at: Self.start).count(.removedThere) == 11)
    }

    @Test func `Contacts whose cards become those of groups count, too`() async throws {
        let book = try await people(30)
        for number in 0..<15 {
            book.source.put(
                GroupForm.apple.card("g\(number)").replacing("group-1", with: "p\(number)"),
                as: "\(number).vcf"
            )
        }
        await #expect(throws: SyncRefusal.self) { try await book.sync(at: Self.start) }
        #expect(try await book.contacts().count >= 20)
        try await book.sync(massRemoval: true, at: Self.start)
        #expect(try await book.contacts().count == 15)
    }

    @Test func `A trial says what would be refused`() async throws {
        let book = try await people(30)
        drop(0..<15, book)
        let trial = try await book.sync(isTrial: true, at: Self.start)
        #expect(trial.isPartial && trial.notes.contains { $0.contains("--allow-mass-removal") })
        let allowed = try await book.sync(massRemoval: true, isTrial: true, at: Self.start)
        #expect(allowed.notes.isEmpty && !allowed.isPartial)
    }
}
