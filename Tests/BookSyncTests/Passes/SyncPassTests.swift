import BookSyncDoubles
import Foundation
import Repository
import Testing

@testable import BookSync

@Suite struct SyncPassTests {
    private let book = SyncedBook()
    private static let ada = SyncedBook.card(
        "Ada Lovelace",
        uid: "ada",
        "EMAIL;TYPE=HOME:ada@example.org",
        "item1.TEL;X-ODD=1:+44 1",
        "item1.X-ABLabel:Boat",
        "X-UNKNOWN;FOO=\"a,b\":kept\\;as it\r\n  is",
        "PRODID:-//other//",
        "REV:2020-01-01T00:00:00Z"
    )

    private func syncAda() async throws {
        book.source.put(Self.ada, as: "ada.vcf")
        try await book.sync()
    }

    @Test func `new cards go both ways, and the second pass writes nothing`() async throws {
        book.source.put(Self.ada, as: "ada.vcf")
        try await book.add("Bob Stone") { $0.emails = [ContactValue("bob@example.org")] }
        let report = try await book.sync()
        #expect(report.count(.addedHere) == 1)
        #expect(report.count(.addedThere) == 1)
        #expect(try await book.names() == ["Ada Lovelace", "Bob Stone"])
        #expect(book.source.cards.count == 2)
        #expect(book.source.cards["ada.vcf"] == Self.ada)
        try await book.expectQuiet()
        book.source.givesTokens = false
        try await book.expectQuiet()
    }

    @Test func `an edit changes the lines that it is about, and the stamps`() async throws {
        try await syncAda()
        try await book.change("Ada Lovelace") { $0.emails = [ContactValue("new@example.org", types: ["home"])] }
        #expect(try await book.sync().count(.changedThere) == 1)
        let text = try #require(book.source.cards["ada.vcf"])
        #expect(text.contains("EMAIL;TYPE=home:new@example.org\r\n"))
        #expect(text.contains("item1.TEL;X-ODD=1:+44 1\r\nitem1.X-ABLabel:Boat\r\n"))
        #expect(text.contains("X-UNKNOWN;FOO=\"a,b\":kept\\;as it\r\n  is\r\n"))
        #expect(!text.contains("ada@example.org") && !text.contains("2020-01-01") && !text.contains("//other//"))
        try await book.expectQuiet()
    }

    @Test(arguments: ConflictRule.allCases) func `a field that both changed follows the rule`(rule: ConflictRule)
        async throws
    {
        try await syncAda()
        try await book.change("Ada Lovelace") { $0.emails = [ContactValue("here@example.org")] }
        try book.rewrite("ada.vcf", "ada@example.org", "there@example.org")
        let report = try await book.sync(rule)
        let entry = try #require(report.entries.first { $0.action == .conflict })
        var field = FieldConflict(field: "emails", ours: "here@example.org", theirs: "there@example.org", isList: true)
        field.kept = rule == .theirs ? .theirs : rule == .both || rule == .ask ? .both : .ours
        #expect(entry.fields == [field] && entry.reason == field.kept?.rawValue)
        let emails = try await book.contacts().flatMap { $0.emails.map(\.value) }.sorted()
        switch rule {
        // The revision of the card is older than the edit.
        case .ours, .newest: #expect(emails == ["here@example.org"])
        case .theirs: #expect(emails == ["there@example.org"])
        case .both, .ask:
            #expect(emails == ["here@example.org", "there@example.org"])
            #expect(book.source.cards.count == 2)
            #expect(Set(try await book.contacts().map(\.uid)).count == 2)
        }
        for text in book.source.cards.values { #expect(emails.contains { text.contains($0) }) }
        try await book.expectQuiet()
    }

    @Test func `removals go both ways, and an edit beats a removal`() async throws {
        for name in ["a", "b", "c", "d", "e"] {
            book.source.put(SyncedBook.card("\(name) x", uid: name), as: "\(name).vcf")
        }
        try await book.sync()
        book.source.drop("a.vcf")
        try await book.remove("b x")
        book.source.drop("c.vcf")
        try await book.change("c x") { $0.note = "stays" }
        try await book.remove("d x")
        try book.rewrite("d.vcf", "END:", "NOTE:stays\r\nEND:")
        book.source.drop("e.vcf")
        try await book.remove("e x")
        let report = try await book.sync()
        #expect(report.count(.removedHere) == 1)
        #expect(report.count(.removedThere) == 1)
        // Both edits say why there is something that was removed.
        let told = report.entries.filter { $0.action == .addedThere || $0.action == .addedHere }
        let reasons = [("here", "there"), ("there", "here")].map { "it was changed \($0) after it was removed \($1)" }
        #expect(told.map { $0.reason ?? "" }.sorted() == reasons)
        #expect(try await book.names() == ["c x", "d x"])
        #expect(book.source.cards.keys.sorted() == ["c.vcf", "d.vcf"])
        try await book.expectQuiet()
    }

    @Test func `cards that cannot be read are kept apart until they are mended`() async throws {
        book.source.put("hello", as: "bad.vcf")
        book.source.put(SyncedBook.card("Twin One", uid: "t"), as: "a.vcf")
        book.source.put(SyncedBook.card("Twin Two", uid: "t"), as: "b.vcf")
        book.source.put(SyncedBook.card("Big", uid: "big"), as: "big.vcf")
        book.source.setUnreadable("big.vcf", "it is too large")
        let report = try await book.sync()
        #expect(report.count(.apart) == 3)
        #expect(report.isPartial)
        #expect(try await book.names() == ["Twin One"])
        #expect(try await book.sync().count(.apart) == 3)
        try await book.expectQuiet()
        book.source.put(SyncedBook.card("Good", uid: "g"), as: "bad.vcf")
        book.source.put(SyncedBook.card("Twin Two", uid: "u"), as: "b.vcf")
        book.source.setUnreadable("big.vcf", nil)
        #expect(try await book.sync().count(.apart) == 0)
        #expect(try await book.names() == ["Big", "Good", "Twin One", "Twin Two"])
        // One that was good breaks and is mended.
        book.source.put("broken", as: "a.vcf")
        try await book.change("Twin One") { $0.note = "n" }
        #expect(try await book.sync().count(.apart) == 1)
        #expect(book.source.cards["a.vcf"] == "broken")
        book.source.put(SyncedBook.card("Twin One", uid: "t", "TITLE:mended"), as: "a.vcf")
        try await book.sync()
        let twin = try await book.contact("Twin One")
        #expect(twin.note == "n" && twin.jobTitle == "mended")
        try await book.expectQuiet()
    }

    @Test func `an empty source, and another one, are refused`() async throws {
        for number in 0..<3 { book.source.put(SyncedBook.card("p \(number)"), as: "\(number).vcf") }
        try await book.sync()
        for number in 0..<3 { book.source.drop("\(number).vcf") }
        book.source.loseTokens()
        await #expect(throws: SyncRefusal.self) { try await book.sync() }
        book.source.description.identity = "other"
        await #expect(throws: SyncRefusal.self) { try await book.sync() }
        #expect(try await book.contacts().count == 3)
    }

    @Test func `undoing takes the changes here back, and the next pass tells the source`() async throws {
        for name in ["a", "b", "c"] { book.source.put(SyncedBook.card("\(name) x", uid: name), as: "\(name).vcf") }
        try await book.sync()
        book.source.drop("a.vcf")
        try book.rewrite("b.vcf", "END:", "NOTE:new\r\nEND:")
        book.source.put(SyncedBook.card("d x", uid: "d"), as: "d.vcf")
        try await book.sync()
        #expect(try await book.names() == ["b x", "c x", "d x"])
        #expect(try await book.store.turn(steps: 1, isUndone: false).map(\.title) == ["sync"])
        #expect(try await book.names() == ["a x", "b x", "c x"])
        try await book.sync()
        #expect(try await book.names() == ["a x", "b x", "c x"])
        #expect(book.source.cards.count == 3)
        #expect(!book.source.cards.values.contains { $0.contains("NOTE:new") || $0.contains("d x") })
        try await book.expectQuiet()
    }

    @Test func `renamed, rewritten and retagged cards are no edits`() async throws {
        try await syncAda()
        let id = try await book.contact("Ada Lovelace").id
        book.source.touch("ada.vcf")
        try await book.expectQuiet()
        book.source.drop("ada.vcf")
        book.source.put(Self.ada, as: "other name.vcf")
        try await book.expectQuiet()
        #expect(try await book.contact("Ada Lovelace").id == id)
        // A server that reorders lines and drops a property.
        book.source.rewriting = { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let lines = text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("ROLE") && !$0.isEmpty }
            let inner = lines.dropFirst().dropLast().sorted {
                ($0.hasPrefix("VERSION") ? "" : $0) < ($1.hasPrefix("VERSION") ? "" : $1)
            }
            return Array((["BEGIN:VCARD"] + inner + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
        }
        try await book.change("Ada Lovelace") {
            $0.role = "programmer"
            $0.note = "n"
        }
        try await book.sync()
        #expect(try await book.contact("Ada Lovelace").role == "programmer")
        try await book.expectQuiet()
        // What changes there afterwards comes without taking the dropped property away.
        book.source.rewriting = nil
        try book.rewrite("other name.vcf", "NOTE:n", "NOTE:m")
        try await book.sync()
        let ada = try await book.contact("Ada Lovelace")
        #expect(ada.note == "m" && ada.role == "programmer")
        try await book.expectQuiet()
    }

    @Test func `cards without UIDs and without tags, and contacts that both sides have`() async throws {
        book.source.put(SyncedBook.card("No Uid"), as: "x y.vcf")
        try await book.sync()
        try await book.change("No Uid") { $0.note = "n" }
        book.source.givesTags = false
        try await book.sync()
        #expect(book.source.cards["x y.vcf"]?.contains("NOTE:n") == true)
        #expect(book.source.cards["x y.vcf"]?.contains("UID") == false)
        try await book.expectQuiet()
        book.source.put(SyncedBook.card("Same Person", uid: "same", "NOTE:there"), as: "same.vcf")
        try await book.add("Same Person") {
            $0.uid = "same"
            $0.nickname = "here"
        }
        #expect(try await book.sync().count(.merged) == 1)
        let same = try await book.contact("Same Person")
        #expect(same.note == "there" && same.nickname == "here")
        #expect(book.source.cards["same.vcf"]?.contains("NICKNAME:here") == true)
        try await book.expectQuiet()
    }

    @Test func `a card that is refused stops no other`() async throws {
        book.source.sizeLimit = 2000
        try await book.add("Big") { $0.note = String(repeating: "x", count: 3000) }
        try await book.add("Small")
        #expect(try await book.sync().entries.filter { $0.action == .notSent }.map(\.name) == ["Big"])
        #expect(book.source.cards.count == 1)
        #expect(try await book.names() == ["Big", "Small"])
    }
}

@Suite struct SyncPlanTests {
    @Test(arguments: [true, false], [true, false])
    func `A card that was kept apart is taken when the other has its UID no longer`(tokens: Bool, isGone: Bool)
        async throws
    {
        let book = SyncedBook()
        book.source.givesTokens = tokens
        book.source.put(SyncedBook.card("Ada Alpha", uid: "one"), as: "x.vcf")
        book.source.put(SyncedBook.card("Ada Beta", uid: "one"), as: "y.vcf")
        book.source.put(SyncedBook.card("Bob Stone", uid: "two"), as: "z.vcf")
        #expect(try await book.sync().count(.apart) == 1)
        #expect(try await book.names() == ["Ada Alpha", "Bob Stone"])
        try await book.expectQuiet()
        let ada = try await book.contact("Ada Alpha")
        if isGone {
            book.source.drop("x.vcf")
            // It takes the place of the one that is gone.
            #expect(try await book.sync().entries.map(\.action) == [.changedHere])
            #expect(try await book.contact("Ada Beta").id == ada.id)
        } else {
            try book.rewrite("x.vcf", "UID:one", "UID:three")
            try await book.sync()
            try await book.sync()
        }
        #expect(try await book.names() == (isGone ? [] : ["Ada Alpha"]) + ["Ada Beta", "Bob Stone"])
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
