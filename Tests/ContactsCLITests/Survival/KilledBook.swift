import BlocTesting
import BookSyncDoubles
import Foundation
import Repository
import Testing

/// What a book is synchronized with; its cards are changed as another program would.
struct SyncPartner {
    /// The options that connect a book with it.
    let options: [String]
    /// The cards by their names.
    let cards: () throws -> [String: String]
    let write: (_ text: String, _ name: String) throws -> Void
    let remove: (_ name: String) throws -> Void

    static func folder() throws -> SyncPartner {
        let folder = try TemporaryFolder()
        return SyncPartner(options: ["--folder", folder.url.path]) {
            let names = try folder.names().filter { $0.hasSuffix(".vcf") && !$0.hasPrefix(".") }
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.text(of: $0)) })
        } write: { text, name in
            try Data(text.utf8).write(to: folder.url.appending(path: name), options: .atomic)
        } remove: { name in
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
    }

    static func server() throws -> SyncPartner {
        let server = try LoopbackDAVServer()
        return SyncPartner(options: ["--carddav", server.address]) {
            server.server.cards
        } write: { text, name in
            server.server.put(text, as: name)
        } remove: { name in
            server.server.drop(name)
        }
    }
}

/// A book whose synchronizations are killed, each after edits on both sides.
///
/// After two more passes both sides and the ledger say the same: nothing is lost, and nothing is there twice.
struct KilledBook {
    private let book: Binary
    private let partner: SyncPartner
    private var dice: SplitMix64
    /// The marks that each person has to have on both sides.
    private var people: [String: [String]] = [:]
    private var last = 0

    init(_ partner: SyncPartner, dice: SplitMix64) async throws {
        let contacts = try Binary()
        try await contacts.succeed(["book", "add", "kill"] + partner.options)
        book = Binary(contacts, variables: ["CONTACTS_BOOK": "kill"])
        (self.partner, self.dice) = (partner, dice)
    }

    /// Kills so many synchronizations, and returns a summary.
    mutating func run(_ count: Int) async throws -> String {
        // Something to go both ways at the beginning.
        for _ in 0..<10 { try addThere() }
        try await importHere(added: 10, changed: [])
        let clock = ContinuousClock()
        var duration = try await clock.measure { _ = try await book.succeed("sync") }
        try check("the first pass")
        var (kills, whole, unfinished) = (0, 0, 0)
        while kills < count {
            try await edit()
            let (begin, moment) = (clock.now, duration * .random(in: 0..<1, using: &dice))
            if try await book.isKilled(["sync"], after: moment) {
                kills += 1
                unfinished += try ledger.unfinished > 0 ? 1 : 0
            } else {
                whole += 1
                duration = duration * 0.7 + (clock.now - begin) * 0.3
                try #require(whole < 20 * (count + 1), "synchronizations end before they can be killed")
            }
            try await book.succeed("sync")
            try await book.succeed("sync", saying: "nothing to do")
            try check("kill \(kills)")
        }
        return "\(kills) killed, \(unfinished) of them half done, \(whole) faster; \(people.count) contacts are whole"
    }

    // MARK: - Edits

    private mutating func newMark() -> String {
        last += 1
        return "m\(last)x"
    }

    /// Edits different people here and there, and different fields of one person.
    private mutating func edit() async throws {
        var free = people.keys.sorted().shuffled(using: &dice)
        for _ in 0..<Int.random(in: 1...3, using: &dice) { try addThere() }
        for uid in free.prefix(2) {
            let mark = newMark()
            let (name, text) = try cardThere(uid)
            try partner.write(text.replacing("END:VCARD", with: "X-LATER:\(mark)\r\nEND:VCARD"), name)
            people[uid]?.append(mark)
        }
        let both = free.first
        free.removeFirst(min(2, free.count))
        if free.count > 12, let uid = free.popLast() {
            try partner.remove(cardThere(uid).name)
            people[uid] = nil
        }
        if free.count > 12, Bool.random(using: &dice), let uid = free.popLast() {
            try await book.succeed("remove", Self.name(uid), "--yes")
            people[uid] = nil
        }
        let changed = Array(free.prefix(2)) + [both].compactMap(\.self)
        try await importHere(added: .random(in: 1...3, using: &dice), changed: changed)
    }

    private mutating func addThere() throws {
        let mark = newMark()
        let uid = "there-\(mark)"
        try partner.write(Self.card(uid, ["NOTE:\(mark)"]), uid + ".vcf")
        people[uid] = [mark]
    }

    /// The card with the UID, which may have any name.
    private func cardThere(_ uid: String) throws -> (name: String, text: String) {
        let found = try partner.cards().first { Self.uid(of: $0.value) == uid }
        return try #require(found.map { ($0.key, $0.value) }, "there is no card of “\(uid)”")
    }

    /// Adds and changes people in one run of the program.
    private mutating func importHere(added: Int, changed: [String]) async throws {
        var text = ""
        for _ in 0..<added {
            let mark = newMark()
            text += Self.card("here-\(mark)", ["NOTE:\(mark)"])
            people["here-\(mark)"] = [mark]
        }
        for uid in changed {
            let mark = newMark()
            people[uid]?.append("e" + mark)
            // The import takes the place of the list, so all earlier addresses are named again.
            let own = people[uid]?.filter { $0.hasPrefix("e") } ?? []
            text += Self.card(uid, own.map { "EMAIL:\($0)@example.org" })
        }
        try await book.succeed("import", book.home.write(text, to: "import.vcf"), "--duplicates", "update")
    }

    /// The name of the person, which the UID has in it.
    private static func name(_ uid: String) -> String { uid.replacing("-", with: " ").capitalized }

    private static func card(_ uid: String, _ lines: [String]) -> String {
        let words = name(uid).split(separator: " ")
        return .card(["UID:\(uid)", "FN:\(name(uid))", "N:\(words[1]);\(words[0]);;;"] + lines)
    }

    private static func uid(of card: String) -> String {
        let line = card.split(whereSeparator: \.isNewline).first { $0.hasPrefix("UID:") }
        return line.map { String($0.dropFirst(4)) } ?? ""
    }

    // MARK: - Checks

    private func check(_ moment: String) throws {
        let there = try partner.cards().values.map { (Self.uid(of: $0), $0) }
        for (side, cards) in [("here", try here), ("there", there)] {
            try #require(Set(cards.map(\.0)).count == cards.count, "someone is there twice, \(side) after \(moment)")
            let known = Dictionary(uniqueKeysWithValues: cards)
            try #require(known.keys.sorted() == people.keys.sorted(), "\(side) after \(moment)")
            for (uid, marks) in people {
                let lost = marks.filter { known[uid]?.contains($0) != true }
                try #require(lost.isEmpty, "“\(uid)” has lost them, \(side) after \(moment)")
            }
        }
        let ledger = try ledger
        try #require(ledger.unfinished == 0 && ledger.items == people.count, "the ledger after \(moment)")
        try store.checkSoundness()
    }

    private var store: StoreView { StoreView(path: book.home.path(".local/share/contacts/books/kill.sqlite")) }

    /// The UIDs of the contacts, and everything that is said of them.
    private var here: [(String, String)] {
        get throws {
            let sql = """
                SELECT coalesce(c.uid, 'urn:uuid:' || c.id), l.card FROM contact c
                JOIN contact_local l ON l.contact = c.number WHERE c.deleted_at IS NULL
                """
            return try store.rows(sql) { ($0.text(0) ?? "", $0.text(1) ?? "") }
        }
    }

    /// How many contacts have a card, and what has yet to be done: begun writes, changes here, and cards to be read.
    private var ledger: (items: Int64, unfinished: Int64) {
        get throws {
            let sql = """
                SELECT (SELECT count(*) FROM sync_item WHERE contact IS NOT NULL AND href IS NOT NULL),
                (SELECT count(*) FROM sync_item WHERE intent IS NOT NULL OR etag IS NULL)
                + (SELECT count(*) FROM sync_dirty)
                """
            return try #require(try store.rows(sql) { (items: $0.integer(0), unfinished: $0.integer(1)) }.first)
        }
    }
}
