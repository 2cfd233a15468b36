import BookSyncDoubles
import Foundation
import Repository
import Testing

@testable import BookSync

@Suite struct `A server that does not keep its word` {
    /// A book of people that a server has, too, synchronized, and what synchronizes it again; the first two may be friends.
    private func people(
        _ count: Int,
        withFriends: Bool = false
    ) async throws -> (SyncedBook, MemoryDAVServer, sync: () async throws -> SyncReport) {
        let (book, server) = (SyncedBook(), MemoryDAVServer())
        for number in 0..<count { server.put(Self.person(number), as: "p\(number).vcf") }
        if withFriends { server.put(GroupForm.apple.card("friends", "p0", "p1"), as: "group-1.vcf") }
        let sync = { try await book.sync(with: try server.source()) }
        _ = try await sync()
        #expect(try await book.contacts().count == count)
        return (book, server, sync)
    }

    private static func person(_ number: Int, _ lines: String...) -> String {
        SyncedBook.card("P \(number)", uid: "p\(number)").adding(lines)
    }

    private func unsent(_ report: SyncReport) -> [String] {
        report.entries.filter { $0.action == .notSent }.map(\.name).sorted()
    }

    // MARK: - What was written isn't there

    @Test func `A group's card that was written and answers 404 keeps its members`() async throws {
        let (book, server, sync) = try await people(3, withFriends: true)
        try await book.change("P 2") { $0.categories = ["friends"] }
        let groups = ["P 0": ["friends"], "P 1": ["friends"], "P 2": ["friends"]]
        server.lies.lostCard = "group-1.vcf"
        let report = try await sync()
        server.lies.lostCard = nil
        #expect(unsent(report) == ["friends"])
        #expect(try await book.groups() == groups)
        for _ in 0..<2 {
            _ = try await sync()
            #expect(try await book.groups() == groups)
        }
        let card = try #require(server.cards.values.first { $0.contains("X-ADDRESSBOOKSERVER-KIND") })
        for uid in ["p0", "p1", "p2"] { #expect(card.contains("uuid:\(uid)")) }
        #expect(try await sync().entries.isEmpty)
    }

    @Test func `The old card of a group that a replica shows does not take members away`() async throws {
        let (book, server, sync) = try await people(3, withFriends: true)
        server.lag()
        try await book.change("P 2") { $0.categories = ["friends"] }
        try await book.change("P 0") { $0.categories = [] }
        let groups = ["P 0": [], "P 1": ["friends"], "P 2": ["friends"]]
        for _ in 0..<3 {
            _ = try await sync()
            #expect(try await book.groups() == groups)
        }
        server.catchUp()
        _ = try await sync()
        #expect(try await book.groups() == groups)
        #expect(try await sync().entries.isEmpty)
        let card = try #require(server.cards["group-1.vcf"])
        #expect(!card.contains("uuid:p0") && card.contains("uuid:p1") && card.contains("uuid:p2"))
    }

    // MARK: - Removals

    @Test(arguments: [true, false])
    func `A removed card that a replica still shows does not come back`(isGroup: Bool) async throws {
        let (book, server, sync) = try await people(4, withFriends: true)
        server.lag()
        if isGroup { try await book.deleteGroup("friends") } else { try await book.remove("P 0") }
        #expect(try await sync().count(.removedThere) == 1)
        for _ in 0..<2 {
            #expect(try await sync().entries.map(\.action) == [.notSent])
            #expect(try await book.contacts().count == (isGroup ? 4 : 3))
            #expect(try await book.groups()["P 1"] == (isGroup ? [] : ["friends"]))
        }
        server.catchUp()
        #expect(try await sync().entries.isEmpty)
        #expect(server.cards["p0.vcf"] == nil || isGroup)
        #expect(server.cards["group-1.vcf"] == nil || !isGroup)
        #expect(try await sync().entries.isEmpty)
    }

    @Test func `A card that another client writes after it was removed comes back`() async throws {
        let (book, server, sync) = try await people(4)
        try await book.remove("P 1")
        _ = try await sync()
        server.put(Self.person(1, "NOTE:again"), as: "p1.vcf")
        #expect(try await sync().count(.addedHere) == 1)
        #expect(try await book.contact("P 1").note == "again")
        #expect(try await sync().entries.isEmpty)
    }

    // MARK: - Location

    @Test(arguments: ["/ada/book/p1.vcf", "/ada/book/nothing.vcf", "https://evil.example/x.vcf"])
    func `A Location never leads to another contact's card`(location: String) async throws {
        let (book, server, sync) = try await people(3)
        server.lies.location = location
        try await book.add("New One") { $0.note = "own" }
        try await book.change("P 0") { $0.note = "mine" }
        _ = try await sync()
        server.lies.location = nil
        for _ in 0..<2 { _ = try await sync() }
        #expect(try await book.names() == ["New One", "P 0", "P 1", "P 2"])
        #expect(try await book.contact("P 1").note == nil)
        #expect(try await book.contact("P 0").note == "mine")
        #expect(server.cards.count == 4 && server.cards["p1.vcf"]?.contains("FN:P 1\r\n") == true)
        #expect(server.cards["p0.vcf"]?.contains("NOTE:mine") == true)
        #expect(try await sync().entries.isEmpty)
    }

    // MARK: - What the server refuses

    @Test(arguments: [404, 409, 410, 412])
    func `Changes that the server keeps refusing are named in each pass, each contact once`(status: Int) async throws {
        let (book, server, sync) = try await people(4)
        try await book.change("P 0") { $0.note = "mine" }
        try await book.remove("P 1")
        server.lies.updateStatus = status
        for _ in 0..<2 {
            let report = try await sync()
            #expect(unsent(report) == ["P 0", "P 1"] && report.entries.count == 2, "\(report.entries)")
            #expect(report.isPartial && report.entries.allSatisfy { $0.reason != nil })
        }
        #expect(try await book.contact("P 0").note == "mine")
        server.lies.updateStatus = nil
        _ = try await sync()
        _ = try await sync()
        #expect(server.cards["p0.vcf"]?.contains("NOTE:mine") == true && server.cards["p1.vcf"] == nil)
        #expect(try await sync().entries.isEmpty)
    }

    @Test(arguments: [("\"1\"", "W/\"1\"", true), ("\"1\"", "1", true), ("\"1\"", "\"2\"", false)])
    func `Tags are the same in each of their forms`(one: String, other: String, same: Bool) {
        #expect(CardTag.areSame(one, other) == same && CardTag.areSame(other, one) == same)
        #expect(!CardTag.areSame(one, nil) && !CardTag.areSame(nil, nil))
    }

    @Test func `What cannot be sent to a read-only source is named in each pass, and what changes there comes here`()
        async throws
    {
        let book = SyncedBook()
        for number in 0..<20 { book.source.put(Self.person(number), as: "p\(number).vcf") }
        book.source.put(GroupForm.apple.card("friends", "p0"), as: "friends.vcf")
        try await book.sync()
        book.source.description.isReadOnly = true
        for number in 0..<12 { try await book.remove("P \(number)") }
        try await book.change("P 15") { $0.note = "mine" }
        try await book.change("P 16") { $0.categories = ["friends"] }
        for number in 0..<70 { try await book.add("New \(number)") }
        try book.rewrite("p15.vcf", "END:", "ROLE:there\r\nEND:")
        #expect(try await book.sync().isReadOnly)
        let both = try await book.contact("P 15")
        #expect(both.note == "mine" && both.role == "there")
        for isTrial in [false, true, false] {
            let report = try await book.sync(isTrial: isTrial)
            #expect(report.count(.notSent) == 12 + 1 + 1 + 70 && report.isPartial && report.isReadOnly)
            #expect(report.entries.count == report.count(.notSent))
        }
        #expect(book.source.written == [])
        book.source.description.isReadOnly = false
        let report = try await book.sync(massRemoval: true)
        #expect(!report.isPartial && report.count(.addedThere) == 70 && report.count(.removedThere) == 12)
        try await book.expectQuiet()
    }

    @Test func `When there is no room left, all that waits is named`() async throws {
        let book = SyncedBook()
        book.source.fault = { [count = Counter()] call, moment, _ in
            if call == .create, moment == .before, count.next() > 5 {
                throw CardSourceError(.quota, "No room.")
            }
        }
        for number in 0..<80 { try await book.add("New \(number)") }
        let report = try await book.sync()
        #expect(report.count(.addedThere) == 5 && report.count(.notSent) == 75)
        #expect(book.source.calls.filter { $0 == .create }.count < 15)
        book.source.fault = nil
        #expect(try await book.sync().count(.addedThere) == 75)
        try await book.expectQuiet()
    }
}
