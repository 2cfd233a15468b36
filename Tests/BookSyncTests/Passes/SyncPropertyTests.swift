import BlocTesting
import BookSyncDoubles
import Foundation
import Repository
import Synchronization
import Testing

@testable import BookSync

/// A pass that ends at once, as a killed process does.
private struct Kill: Error {}

/// A store that is killed before or after one of its transactions.
private final class MortalStore: SyncStore {
    let store: SQLiteContactDAO
    private let left: Mutex<Int>

    init(_ store: SQLiteContactDAO, dyingAfter steps: Int) {
        self.store = store
        left = Mutex(steps)
    }

    private func step() throws {
        let left = left.withLock { left in
            left -= 1
            return left
        }
        if left < 0 { throw Kill() }
    }

    func synchronize<Result: Sendable>(
        at time: Date,
        _ body: @Sendable (SyncTransaction) throws -> Result
    ) async throws -> Result {
        try step()
        let result = try await store.synchronize(at: time, body)
        try step()
        return result
    }
}

/// Edits on both sides that leave marks, each with a number of its own.
private struct MarkedEdits {
    let book = SyncedBook()
    private let seed: UInt64
    private var dice: SplitMix64
    private var count = 0
    private var removed: Set<String> = []

    init(seed: UInt64) {
        self.seed = seed
        dice = SplitMix64(seed: seed)
        if seed % 3 == 0 { book.source.givesTokens = false }
        if seed % 5 == 0 { book.source.givesTags = false }
    }

    private var kept: [String] { (0..<count).map { "m\(seed)x\($0 + 1)z" }.filter { !removed.contains($0) } }

    private mutating func mark() -> String {
        count += 1
        return "m\(seed)x\(count)z"
    }

    private mutating func remove(_ text: String?) {
        removed.formUnion((text ?? "").matches(of: /m[0-9]+x[0-9]+z/).map { String($0.output) })
    }

    mutating func run() async throws {
        for _ in 0..<6 {
            for _ in 0..<Int.random(in: 0...6, using: &dice) { try await editHere() }
            for _ in 0..<Int.random(in: 0...6, using: &dice) { editThere() }
            try await failingPass()
        }
        book.source.fault = nil
        book.source.givesTags = true
        dropTwins()
        try await book.sync(massRemoval: true)
        try await book.sync(massRemoval: true)
        try await book.expectQuiet()

        let here = try await book.contacts()
        let all = try book.source.cards.values.map { try ParsedCard(Array($0.utf8)) }
        #expect(Set(all.map(\.contact.uid)).count == all.count, "a UID is there twice")
        let groups = all.compactMap(GroupCard.init)
        let cards = all.filter { GroupCard($0) == nil }
        let there = Dictionary(cards.map { ($0.contact.uid ?? "", $0) }, uniquingKeysWith: { $1 })
        #expect(here.count == cards.count)
        for contact in here {
            let uid = contact.uid ?? "urn:uuid:\(contact.id)"
            let card = try #require(there[uid], "“\(contact.displayName)” is not there")
            #expect(Self.form(card.contact(as: contact.id)) == Self.form(contact))
            let naming = groups.filter { $0.members.map(SyncMember.key).contains(SyncMember.key(uid)) }
            let named = Set((card.contact.categories + naming.map(\.name)).map(FoldedText.key))
            #expect(named == Set(contact.categories.map(FoldedText.key)), "the groups of “\(contact.displayName)”")
        }
        // Folds could divide a mark.
        let text = book.source.cards.values.joined().replacing("\r\n ", with: "")
        let lost = kept.filter { !text.contains($0) }
        #expect(lost.isEmpty)
    }

    /// Of the cards with the same UID, all but one go.
    private mutating func dropTwins() {
        let cards = book.source.cards.filter { !$0.value.uppercased().contains("KIND:GROUP") }
        for twins in Dictionary(grouping: cards, by: { Self.uid($0.value) ?? $0.key }).sorted(by: { $0.key < $1.key }) {
            for (href, text) in twins.value.sorted(by: { $0.key < $1.key }).shuffled(using: &dice).dropFirst() {
                remove(text)
                book.source.drop(href)
            }
        }
    }

    /// A contact without its groups, which stand in other cards, too.
    private static func form(_ contact: Contact) -> ContactForm {
        var contact = contact
        contact.categories = []
        return ContactForm(contact)
    }

    private mutating func editHere() async throws {
        let contacts = try await book.contacts()
        let choice = Int.random(in: 0..<15, using: &dice)
        guard let contact = contacts.randomElement(using: &dice), choice > 2 else {
            let new = mark()
            let group = Self.names.randomElement(using: &dice)
            try await book.add("Here \(new)") {
                $0.note = new
                $0.categories = [group].compactMap(\.self).filter { _ in choice == 0 }
            }
            return
        }
        var changed = contact
        switch choice {
        case 3:
            let texts = [contact.note, contact.nickname, contact.displayName].compactMap(\.self)
            remove((texts + contact.emails.map(\.value) + contact.lines).joined(separator: " "))
            _ = try await book.store.apply([.remove(contact.id)], title: "remove")
            return
        case 4, 5:
            remove(contact.note)
            changed.note = mark()
        case 6:
            remove(contact.nickname)
            changed.nickname = mark()
        case 7: changed.emails.append(ContactValue(mark()))
        case 10: changed.isFavorite.toggle()
        case 11, 12:
            let name = Self.names.randomElement(using: &dice) ?? ""
            let old = changed.categories
            changed.categories.removeAll { $0 == name }
            if changed.categories == old { changed.categories.append(name) }
        case 13, 14:
            // A whole group is renamed or deleted; its card goes unless the new name has none.
            guard let name = contacts.flatMap(\.categories).sorted().randomElement(using: &dice) else { return }
            let other = Self.names.filter { $0 != name }.randomElement(using: &dice)
            for card in book.source.cards.values where card.contains("FN:\(name)\r\n") {
                remove(card)
            }
            return try await book.deleteGroup(
                name,
                title: choice == 13 ? HistoryStep.groupDeletion : HistoryStep.groupRenaming,
                into: choice == 13 ? nil : other
            )
        default:
            if let index = changed.emails.indices.randomElement(using: &dice) {
                remove(changed.emails[index].value)
                changed.emails[index].value = mark()
            } else {
                changed.emails.append(ContactValue(mark()))
            }
        }
        _ = try await book.store.apply([.replace(contact.id, changed)], title: "edit")
    }

    private mutating func editThere() {
        let choice = Int.random(in: 0..<16, using: &dice)
        guard choice < 10 || choice > 13 else { return editGroupThere(choice) }
        guard
            let (href, text) = book.source.cards.filter({ !$0.value.uppercased().contains("KIND:GROUP") })
                .sorted(by: { $0.key < $1.key }).randomElement(using: &dice),
            choice > 2
        else {
            let new = mark()
            book.source.put(SyncedBook.card("There \(new)", uid: "uid-\(new)", "X-MARK:\(new)"), as: "\(new).vcf")
            return
        }
        var lines = text.components(separatedBy: "\r\n")
        let end = lines.lastIndex(of: "END:VCARD") ?? lines.count
        switch choice {
        case 3:
            remove(text)
            book.source.drop(href)
            return
        case 4, 5:
            if let index = lines.firstIndex(where: { $0.hasPrefix("NOTE:") }) {
                remove(lines[index])
                lines[index] = "NOTE:\(mark())"
            } else {
                lines.insert("NOTE:\(mark())", at: end)
            }
        case 6:
            lines.insert("X-OTHER:\(mark())", at: end)
        case 7: lines.insert("EMAIL:\(mark())", at: end)
        case 8:
            book.source.touch(href)
            return
        case 14:
            // Another name for the same card.
            book.source.drop(href)
            return book.source.put(text, as: "renamed-\(UInt32.random(in: 0 ... .max, using: &dice)).vcf")
        case 15:
            // Another card with the same UID.
            let new = mark()
            lines.insert("X-TWIN:\(new)", at: end)
            return book.source.put(lines.joined(separator: "\r\n"), as: "twin-\(new).vcf")
        default:
            if let index = lines.firstIndex(where: { $0.hasPrefix("EMAIL") }) {
                remove(lines[index])
                lines[index] = "EMAIL:\(mark())"
            }
        }
        book.source.put(lines.joined(separator: "\r\n"), as: href)
    }

    private static let names = ["friends", "chess", "Werke", "family"]

    /// Makes or changes a card of a group, or the groups in the card of a person.
    private mutating func editGroupThere(_ choice: Int) {
        let cards = book.source.cards.sorted { $0.key < $1.key }
        let isGroup = { (text: String) in text.uppercased().contains("KIND:GROUP") }
        let people = cards.filter { !isGroup($0.value) }
        guard let (href, text) = cards.filter({ isGroup($0.value) }).randomElement(using: &dice), choice > 10 else {
            if choice == 13, let (href, text) = people.randomElement(using: &dice) {
                var lines = text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("CATEGORIES") }
                let groups = Self.names.filter { _ in Bool.random(using: &dice) }
                if !groups.isEmpty { lines.insert("CATEGORIES:" + groups.joined(separator: ","), at: lines.count - 2) }
                return book.source.put(lines.joined(separator: "\r\n"), as: href)
            }
            let new = mark()
            let form = GroupForm.allCases.randomElement(using: &dice) ?? .apple
            let members = people.filter { _ in Bool.random(using: &dice) }.compactMap { Self.uid($0.value) } + [new]
            let card = form.card(Self.names.randomElement(using: &dice) ?? "", members)
            return book.source.put(
                card.replacing("group-1", with: "group-\(new)").replacing(":kept", with: ":\(new)"),
                as: "0\(new).vcf"
            )
        }
        var lines = text.components(separatedBy: "\r\n")
        let property = lines.first { $0.hasPrefix("VERSION:4") } == nil ? "X-ADDRESSBOOKSERVER-MEMBER" : "MEMBER"
        switch Int.random(in: 0...3, using: &dice) {
        case 0:
            remove(text)
            return book.source.drop(href)
        case 1:
            if let index = lines.lastIndex(where: { $0.contains("MEMBER:") }) {
                remove(lines[index])
                lines.remove(at: index)
            }
        case 2:
            let uid = people.randomElement(using: &dice).flatMap { Self.uid($0.value) }
            if let uid, !text.contains(uid) { lines.insert("\(property):urn:uuid:\(uid)", at: lines.count - 2) }
        default:
            let name = Self.names.randomElement(using: &dice) ?? ""
            lines = lines.map { $0.hasPrefix("FN:") ? "FN:\(name)" : $0.hasPrefix("N:") ? "N:\(name);;;;" : $0 }
        }
        book.source.put(lines.joined(separator: "\r\n"), as: href)
    }

    private static func uid(_ card: String) -> String? {
        let whole = card.replacing("\r\n ", with: "")
        let line = whole.components(separatedBy: "\r\n").first { $0.hasPrefix("UID:") }
        return line.map { String($0.dropFirst(4)).replacing("urn:uuid:", with: "") }
    }

    /// A pass that may fail at any step of the source or the store.
    private mutating func failingPass() async throws {
        var steps = Int.random(in: 0...30, using: &dice)
        let calls = Mutex(Int.random(in: 0...12, using: &dice))
        let kind = Int.random(in: 0...3, using: &dice)
        if kind == 0 { steps = .max }
        let code = CardSourceError.Code.allCases.randomElement(using: &dice) ?? .unavailable
        if Bool.random(using: &dice) { book.source.loseTokens() }
        book.source.fault = { call, moment, _ in
            let left = calls.withLock { calls in
                calls -= 1
                return calls
            }
            guard left == 0, kind != 3 else { return }
            if kind == 1 { throw Kill() }
            // After the work is done, only the answer can be lost.
            let isWriting = [.create, .update, .remove].contains(call)
            throw CardSourceError(moment == .after || !isWriting ? .unavailable : code, "A fault.")
        }
        defer { book.source.fault = nil }
        var pass = SyncPass(
            store: MortalStore(book.store, dyingAfter: steps),
            source: book.source,
            options: SyncOptions(conflict: .both, allowsMassRemoval: true)
        )
        do {
            _ = try await pass.run()
        } catch is Kill {
        } catch is CardSourceError {
        }
    }
}

struct SyncPropertyTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `random edits, faults and kills lose nothing, double nothing, and end equal`(seed: UInt64) async throws {
        var edits = MarkedEdits(seed: seed)
        try await edits.run()
    }
}
