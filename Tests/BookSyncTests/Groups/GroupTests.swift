import BookSyncDoubles
import Foundation
import Repository
import Testing

@testable import BookSync

@Suite struct GroupTests {
    /// What happens to groups and their cards, and after “=”, what there is after the next pass: the groups of people
    /// here; the cards of groups and those of people that name groups; the cards that the pass wrote; what it reported.
    ///
    /// At first there are Ada and Bob on both sides, and the card `friends.vcf` of a group with Ada and somebody who
    /// isn't here. What another program does there are the steps `card`, `become`, `person`, `drop` and `meanwhile`.
    private static let cases = """
        members that change there change here
        card friends.vcf friends elsewhere bob
        = Bob friends | friends.vcf friends: bob elsewhere | - | changed-here

        a member whose card arrives later joins the group
        person Elsewhere
        = Ada friends, Elsewhere friends | friends.vcf friends: ada elsewhere

        a contact that is added here with a UID that the card names joins the group
        card friends.vcf friends ada tim; pass; add Tim
        = Ada friends, Tim friends | friends.vcf friends: ada tim

        a group that is renamed there is renamed here, and who joined it here meanwhile keeps the old name
        set Bob friends chess; card friends.vcf comrades ada elsewhere
        = Ada comrades, Bob friends chess | bob.vcf friends chess, friends.vcf comrades: ada elsewhere

        a group whose card is removed there is gone
        drop friends.vcf
        = - | -

        undoing the removal of a group's card makes it a group of its people's cards
        drop friends.vcf; pass; undo 1
        = Ada friends | ada.vcf friends

        a new member that the card doesn't name yet stays in the group when the card is removed
        set Bob friends; fail update; drop friends.vcf
        = Bob friends | bob.vcf friends

        a group that was renamed here stays when its card is removed there
        rename friends mates; drop friends.vcf
        = Ada mates | ada.vcf mates

        a member that leaves there while the group is renamed here leaves the renamed group
        card friends.vcf friends ada bob elsewhere; pass; rename friends mates; card friends.vcf friends bob elsewhere
        = Bob mates | friends.vcf mates: bob elsewhere

        the card of a group that becomes that of a person ends the group, and Bob's own card says that he joined here
        set Bob friends; become friends.vcf
        = Bob friends | bob.vcf friends

        the card of a person that becomes that of a group begins the group
        become friends.vcf; pass; card friends.vcf friends ada
        = Ada friends | friends.vcf friends: ada

        a contact that joins a group changes its card alone
        set Bob Friends
        = Ada friends, Bob Friends | friends.vcf friends: ada bob elsewhere | friends.vcf

        the last contact that leaves a group changes its card alone, which stays
        set Ada
        = - | friends.vcf friends: elsewhere | friends.vcf

        a contact that leaves a group for another leaves the group as it is
        set Ada chess
        = Ada chess | ada.vcf chess, friends.vcf friends: elsewhere

        a group that a person's card names itself stays there
        person Bob Friends chess; pass; edit Bob
        = Ada friends, Bob Friends chess | bob.vcf Friends chess, friends.vcf friends: ada elsewhere | bob.vcf

        a group that only people's cards name is renamed in them
        person Bob mates; pass; rename mates pals
        = Ada friends, Bob pals | bob.vcf pals, friends.vcf friends: ada elsewhere | bob.vcf | changed-there

        a group that only people's cards name is deleted in them, which an undo takes back
        person Bob mates; pass; delete mates; pass; undo 1
        = Ada friends, Bob mates | bob.vcf mates, friends.vcf friends: ada elsewhere | bob.vcf

        groups that people's own cards get on both sides are joined
        person Bob mates; pass; set Bob mates here; person Bob mates there
        = Ada friends, Bob mates here there | bob.vcf mates here there, friends.vcf friends: ada elsewhere

        a group that a person's card no longer names is left
        person Bob Friends chess; pass; person Bob chess
        = Ada friends, Bob chess | bob.vcf chess, friends.vcf friends: ada elsewhere

        a member's card doesn't get the group that another card names
        set Ada friends chess
        = Ada friends chess | ada.vcf chess, friends.vcf friends: ada elsewhere

        undo takes a membership back there, too
        card friends.vcf friends elsewhere bob; pass; undo 1
        = Ada friends | friends.vcf friends: ada elsewhere

        a member that is removed stays in the card
        remove Ada
        = - | friends.vcf friends: ada elsewhere

        a member that is removed and put back is still one
        remove Ada; pass; undo 1
        = Ada friends | friends.vcf friends: ada elsewhere

        changes of members on both sides are joined, also when the card changes under way
        person Eve; pass; set Bob friends; set Ada; meanwhile update friends ada elsewhere eve
        = Bob friends, Eve friends | friends.vcf friends: bob elsewhere eve

        a new person of a group is named by its card once, whatever was lost on the way
        add Tim friends; fail create after; fail update after
        = Ada friends, Tim friends | friends.vcf friends: ada elsewhere tim

        a group that is renamed here is renamed there
        set Bob friends; pass; rename friends comrades
        = Ada comrades, Bob comrades | friends.vcf comrades: ada bob elsewhere | friends.vcf

        a group that is renamed and then loses a member keeps its card
        set Bob friends; pass; rename friends comrades; set Ada
        = Bob comrades | friends.vcf comrades: bob elsewhere | friends.vcf

        undoing a new name and the loss of a member restores both in the card
        set Bob friends; pass; rename friends comrades; set Ada; pass; undo 2; set Bob
        = Ada friends | friends.vcf friends: ada elsewhere

        two groups that exchange their names keep their cards, and another spelling is a new name
        card g.vcf chess bob; pass; rename friends x; rename chess friends; rename x chess; rename chess Chess
        = Ada Chess, Bob friends | friends.vcf Chess: ada elsewhere, g.vcf friends: bob

        a group that gets the name of another joins it, and its card goes
        card g.vcf chess bob; pass; rename friends chess
        = Ada chess, Bob chess | g.vcf chess: ada bob

        a group that is deleted here loses its card
        delete friends
        = - | - | friends.vcf | removed-there

        undoing the deletion brings the card back, with the member that isn't here
        delete friends; pass; undo 1
        = Ada friends | group-1.vcf friends: ada elsewhere

        deleting a group again by a redo removes the card again
        delete friends; pass; undo 1; pass; redo
        = - | - | group-1.vcf | removed-there

        a group that was deleted once and is emptied one by one later keeps its card
        delete friends; set Ada friends; set Ada
        = - | friends.vcf friends: elsewhere

        a group that comes back with other contacts has these and no other
        delete friends; pass; set Bob Friends
        = Bob Friends | group-1.vcf friends: bob elsewhere

        an edit of the card beats the deletion here, for those who did not leave by it
        delete friends; card friends.vcf friends ada elsewhere bob; pass
        = Bob friends | friends.vcf friends: bob elsewhere

        a deletion whose request was lost is carried on
        delete friends; fail remove
        = - | -

        a deletion whose answer was lost is carried on, and can be undone
        delete friends; fail remove after; pass; undo 1
        = Ada friends | group-1.vcf friends: ada elsewhere

        a contact that joined a deleted group stays in it when the card is already gone
        delete friends; fail remove friends.vcf; set Bob friends; edit Ada; fail update ada.vcf; drop friends.vcf; pass
        = Bob friends | group-1.vcf friends: bob elsewhere

        a contact that joined a deleted group stays in it when another card has its name
        delete friends; fail remove friends.vcf; set Bob friends; edit Ada; fail update ada.vcf
        drop friends.vcf; card g.vcf friends; pass
        = Bob friends | g.vcf friends: bob

        a group that was deleted and has a contact again before the pass keeps its card
        delete friends; set Bob friends
        = Bob friends | friends.vcf friends: bob elsewhere

        a group that the last contact left is there until it is deleted
        set Ada; pass; deleteEmpty Friends
        = - | - | friends.vcf | removed-there

        a group without contacts that is deleted and gets one before the pass stays
        set Ada; pass; deleteEmpty friends; set Bob friends
        = Bob friends | friends.vcf friends: bob elsewhere
        """.components(separatedBy: "\n\n").map { $0.components(separatedBy: "\n") }
    /// Each case has one of the forms in turn: random commands, and a real folder, have all of them.
    private static let forms = cases.indices.map { GroupForm.allCases[$0 % GroupForm.allCases.count] }

    @Test(arguments: zip(cases, forms))
    func `a group is the same on both sides`(example: [String], form: GroupForm) async throws {
        let book = try await SyncedBook.grouped(form)
        for step in example.dropFirst().dropLast().flatMap({ $0.components(separatedBy: "; ") }) {
            try await perform(step.components(separatedBy: " "), book, form)
        }
        book.source.forgetCalls()
        let report = try await book.sync()
        let cards = book.source.cards.sorted { $0.key < $1.key }
        let groups = try await book.groups().filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        let found = [
            groups.map { ([String($0.dropLast(6))] + $1).joined(separator: " ") },
            cards.compactMap { href, card in Self.groups(card).map { "\(href) \($0)" } },
            book.source.written, report.entries.map(\.action.rawValue),
        ]
        let wanted = (example.last ?? "").dropFirst(2).split(separator: "|")
        for (wanted, found) in zip(wanted, found.map { $0.isEmpty ? "-" : $0.joined(separator: ", ") }) {
            #expect(found == wanted.trimmingCharacters(in: .whitespaces))
        }
        let people = cards.map(\.value).filter { !$0.contains("KIND:group") }.flatMap { Self.values("FN", $0) }
        #expect(try await book.names() == people.sorted())
        try await book.expectQuiet()
    }

    private func perform(_ words: [String], _ book: SyncedBook, _ form: GroupForm) async throws {
        let (source, rest) = (book.source, Array(words.dropFirst(2)))
        let (object, person) = (words.count > 1 ? words[1] : "", words.count > 1 ? "\(words[1]) Stone" : "")
        switch words[0] {
        case "pass": try await book.sync()
        case "set": try await book.change(person) { $0.categories = rest }
        case "edit": try await book.change(person) { $0.note = "changed" }
        case "add": try await book.add(person) { ($0.uid, $0.categories) = (object.lowercased(), rest) }
        case "remove": try await book.remove(person)
        case "rename": try await book.deleteGroup(object, title: HistoryStep.groupRenaming, into: rest[0])
        case "delete": try await book.deleteGroup(object)
        case "deleteEmpty":
            #expect(try await book.store.overview().categories == ["friends": 0])
            #expect(try await !book.store.deleteEmptyGroup("chess"))
            #expect(try await book.store.deleteEmptyGroup(object))
            #expect(try await book.store.overview().categories.isEmpty)
        case "undo": _ = try await book.store.turn(steps: Int(object) ?? 0, isUndone: false)
        case "redo": _ = try await book.store.turn(steps: 1, isUndone: true)
        case "fail":
            let card = rest.first { $0.hasSuffix(".vcf") }
            source.once(at: try call(object), rest == ["after"] ? .after : .before, of: card)
            await #expect(throws: CardSourceError.self) { try await book.sync() }
        case "card":
            let uid = object == "friends.vcf" ? "group-1" : "group-2"
            let card = form.card(rest[0], Array(rest.dropFirst()))
            source.put(card.replacing("UID:group-1", with: "UID:\(uid)"), as: object)
        case "become": source.put(SyncedBook.person("Group-1"), as: object)
        case "person":
            let lines = rest.isEmpty ? [] : ["CATEGORIES:" + rest.joined(separator: ",")]
            source.put(SyncedBook.person(object).adding(lines), as: "\(object.lowercased()).vcf")
        case "drop": source.drop(object)
        case "meanwhile":
            source.once(at: try call(object)) {
                source.put(form.card(rest[0], Array(rest.dropFirst())), as: "friends.vcf")
            }
        default: Issue.record("There is no step “\(words[0])”.")
        }
    }

    private func call(_ name: String) throws -> MemoryCardSource.Call {
        try #require(MemoryCardSource.Call.allCases.first { "\($0)" == name })
    }

    /// Returns what a card says about groups; a group that lost a line that isn't ours, or has two names, is marked.
    private static func groups(_ card: String) -> String? {
        guard card.contains("KIND:group") else {
            return values("CATEGORIES", card).first?.replacing(",", with: " ")
        }
        let name = values("FN", card).joined()
        let members = values("MEMBER", card).map { $0.split(separator: ":").last ?? "" }.sorted()
        let isWhole = card.contains("X-ODD;A=1:kept\r\n") && card.contains("\r\nN:\(name);;;;\r\n")
        return "\(name): \(members.joined(separator: " "))" + (isWhole ? "" : " (damaged)")
    }

    /// Returns the values of the properties whose names end with a word.
    private static func values(_ name: String, _ card: String) -> [String] {
        card.components(separatedBy: "\r\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return parts.count == 2 && parts[0].hasSuffix(name) ? parts[1] : nil
        }
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

@Suite struct GroupCardTests {
    private func edited(_ text: String, adding: [String], removing: Set<String> = []) throws -> String {
        let group = try #require(GroupCard(ParsedCard(Array(text.utf8))))
        #expect(group.name == "friends")
        let edit = CardEdit(time: Date(timeIntervalSince1970: 0))
        let bytes = group.edited(adding: adding, removing: removing, name: "friends", by: edit)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: GroupForm.allCases)
    func `new members are written like those before, the first in the form of the kind`(form: GroupForm) throws {
        let text = form.card("friends", "ada", "bob")
        #expect(try edited(text, adding: ["bob"], removing: ["eve"]) == text, "nothing was changed")
        let revision = form == .standard ? "REV:19700101T000000Z" : "REV:1970-01-01T00:00:00Z"
        let stamps = "PRODID:\(CardEdit.product)\r\n\(revision)\r\nEND:VCARD"
        let wanted = form.card("friends", "bob", "eve").replacing("END:VCARD", with: stamps)
        #expect(try edited(text, adding: ["eve"], removing: ["ada"]) == wanted)
        let first = form == .standard ? form.member("eve") : GroupForm.apple.member("eve")
        #expect(try edited(form.card("friends"), adding: ["eve"]).contains("\r\n\(first)\r\n"))
    }
}
