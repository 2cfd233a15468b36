import BlocTesting
import BookSyncDoubles
import Foundation
import Repository
import Testing

@testable import BookSync

private struct Difference: Error, CustomStringConvertible {
    let description: String
}

/// A book beside a model of who is in which group; a step that makes no sense does nothing.
private struct GroupRun {
    static let groups = ["friends", "chess", "Werke", "Familie"]

    /// What both sides are to say.
    struct Model: Equatable {
        /// The groups of each person.
        var groups: [String: Set<String>] = [:]
        /// The cards of groups that have one: a group that has contacts may have one beyond these.
        var cards: [String: String] = [:]

        func members(_ group: String) -> Set<String> { Set(groups.filter { $0.value.contains(group) }.keys) }
    }

    let book: SyncedBook
    let form: GroupForm
    var model = Model()
    /// The models before the steps of history since the last pass, and after those that are undone.
    private var undoable: [Model] = []
    private var redoable: [Model] = []
    /// The people whose groups were changed here since the last pass.
    private var touched: Set<String> = []
    /// Groups that were deleted since the last pass, whose cards stay when somebody came back meanwhile.
    private var deleted: Set<String> = []
    private var isChangedHere = false
    private var isChangedThere = false
    private var count = 0

    init(_ book: SyncedBook, _ form: GroupForm, hasCards: Bool) async throws {
        self.book = book
        self.form = form
        for (index, name) in ["Ada", "Bob", "Eve"].enumerated() {
            let own = hasCards ? [] : Self.groups.prefix(index + 1)
            let lines = own.isEmpty ? [] : ["CATEGORIES:" + own.joined(separator: ",")]
            book.source.put(
                SyncedBook.person(name).replacing("END:", with: (lines + ["END:"]).joined(separator: "\r\n")),
                as: "\(name.lowercased()).vcf"
            )
        }
        if hasCards {
            putCard("friends", ["ada", "bob"])
            putCard("chess", ["eve"])
        }
        model = try there()
        try await pass()
    }

    private var people: [String] { model.groups.keys.sorted() }

    /// Does anything: here, or from case 18 on as another program there.
    mutating func step(_ dice: inout SplitMix64) async throws {
        func group() -> String { Self.groups[Int.random(in: 0..<Self.groups.count, using: &dice)] }
        func person() -> Int { Int.random(in: 0..<6, using: &dice) }
        func some<Element>(_ all: [Element]) -> [Element] {
            all.filter { _ in Int.random(in: 0..<3, using: &dice) == 0 }
        }
        let choice = Int.random(in: 0..<24, using: &dice)
        if choice < 18, isChangedThere { try await pass() }
        switch choice {
        case 0...6:
            let (group, person) = (group(), person())
            try await edit(person) { if choice < 4 { $0.insert(group) } else { $0.remove(group) } }
        case 7...9:
            let old = group()
            try await rename(old, to: group())
        case 10: try await delete(group())
        case 11:
            let (person, groups) = (person(), Set(some(Self.groups)))
            try await edit(person) { $0 = groups }
        case 12:
            let group = group()
            guard people.count < 6 else { return }
            count += 1
            let name = "New\(count)"
            let book = book
            try await change([name]) {
                try await book.add("\(name) Stone") { $0.categories = [group] }
            } to: {
                $0.groups["\(name) Stone"] = [group]
            }
        case 13:
            guard let last = undoable.popLast() else { return }
            _ = try await book.store.turn(steps: 1, isUndone: false)
            redoable.append(model)
            turn(to: last)
        case 14:
            guard let next = redoable.popLast() else { return }
            _ = try await book.store.turn(steps: 1, isUndone: true)
            undoable.append(model)
            turn(to: next)
        case 15...17: try await pass()
        case 18, 19:
            let (group, person) = (group(), person())
            try joinThere(group, person, joins: choice == 18)
        case 20:
            let (old, new) = (group(), group())
            guard !isChangedHere, let href = model.cards[old], model.cards[new] == nil else { return }
            try book.rewrite(href, "FN:\(old)", "FN:\(new)")
            try changedThere()
        case 21:
            guard let href = model.cards[group()], !isChangedHere else { return }
            book.source.drop(href)
            try changedThere()
        case 22:
            let (group, members) = (group(), some(Array(0..<6)))
            guard !isChangedHere, model.cards[group] == nil else { return }
            putCard(group, try members.compactMap { try card(of: $0)?.uid })
            try changedThere()
        default:
            let (person, groups) = (person(), some(Self.groups))
            guard !isChangedHere, let (href, _) = try card(of: person), let text = book.source.cards[href] else {
                return
            }
            var lines = text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("CATEGORIES") }
            if !groups.isEmpty { lines.insert("CATEGORIES:" + groups.joined(separator: ","), at: lines.count - 2) }
            book.source.put(lines.joined(separator: "\r\n"), as: href)
            try changedThere()
        }
    }

    // MARK: - Here

    private mutating func edit(_ person: Int, _ body: (inout Set<String>) -> Void) async throws {
        guard person < people.count else { return }
        let name = people[person]
        var groups = model.groups[name] ?? []
        body(&groups)
        let (book, new) = (book, groups.sorted())
        try await change([name]) {
            try await book.change(name) { contact in
                // The groups that stay keep their places.
                contact.categories.removeAll { !new.contains($0) }
                contact.categories += new.filter { !contact.categories.contains($0) }
            }
        } to: {
            $0.groups[name] = groups
        }
    }

    private mutating func rename(_ old: String, to new: String) async throws {
        let members = model.members(old)
        guard !members.isEmpty, old != new else { return }
        let book = book
        let isJoined = model.cards[new] != nil || !model.members(new).isEmpty
        try await change(isJoined ? members : []) {
            try await book.deleteGroup(old, title: HistoryStep.groupRenaming, into: new)
        } to: { model in
            for name in members { model.groups[name] = model.groups[name]?.subtracting([old]).union([new]) }
            guard let card = model.cards.removeValue(forKey: old), model.cards[new] == nil else { return }
            model.cards[new] = card
        }
    }

    private mutating func delete(_ group: String) async throws {
        let members = model.members(group)
        guard !members.isEmpty else {
            guard model.cards[group] != nil, try await book.store.deleteEmptyGroup(group) else { return }
            deleted.insert(group)
            model.cards[group] = nil
            // This is no step of history.
            (undoable, redoable, isChangedHere) = ([], [], true)
            return
        }
        deleted.insert(group)
        let book = book
        try await change(members) {
            try await book.deleteGroup(group)
        } to: { model in
            for name in members { model.groups[name]?.remove(group) }
            model.cards[group] = nil
        }
    }

    /// Changes the book and the model; a change that is no step of history is none.
    private mutating func change(
        _ touched: Set<String>,
        _ body: () async throws -> Void,
        to new: (inout Model) -> Void
    ) async throws {
        // The number of a step that is undone is that of the next one.
        let last = try await book.store.history(limit: 1).first.map { "\($0.id) \($0.isUndone)" }
        try await body()
        let before = model
        new(&model)
        guard try await book.store.history(limit: 1).first.map({ "\($0.id) \($0.isUndone)" }) != last else { return }
        undoable.append(before)
        redoable = []
        self.touched.formUnion(touched)
        isChangedHere = true
    }

    private mutating func turn(to new: Model) {
        for group in Self.groups where (model.cards[group] == nil) != (new.cards[group] == nil) {
            deleted.insert(group)
        }
        model = new
        touched = Set(people)
        isChangedHere = true
    }

    // MARK: - There

    private mutating func putCard(_ name: String, _ members: [String]) {
        count += 1
        let text = form.card(name, members.map(SyncMember.key) + ["elsewhere"]).replacing(
            "group-1",
            with: "group-\(count)"
        )
        book.source.put(text, as: "0-\(count).vcf")
    }

    private mutating func changedThere() throws {
        model = try there()
        isChangedThere = true
    }

    private func card(of person: Int) throws -> (href: String, uid: String)? {
        guard person < people.count else { return nil }
        for (href, text) in book.source.cards {
            let card = try ParsedCard(Array(text.utf8))
            if card.contact.displayName == people[person], GroupCard(card) == nil, let uid = card.contact.uid {
                return (href, uid)
            }
        }
        return nil
    }

    /// A person comes to a card or leaves it there, perhaps while other things were changed here.
    private mutating func joinThere(_ group: String, _ person: Int, joins: Bool) throws {
        guard let (own, uid) = try card(of: person), let href = model.cards[group], let text = book.source.cards[href],
            !isChangedHere || !touched.contains(people[person])
        else { return }
        let isNamed = { (line: String) in
            line.contains("MEMBER:")
                && SyncMember.key(String(line.split(separator: ":", maxSplits: 1)[1])) == SyncMember.key(uid)
        }
        var lines = text.components(separatedBy: "\r\n")
        guard lines.contains(where: isNamed) != joins else { return }
        if isChangedHere, book.source.cards[own]?.contains("CATEGORIES") == true { return }
        if joins {
            let address = uid.contains(":") ? String(uid.dropFirst("urn:uuid:".count)) : uid
            lines.insert(form.member(address), at: lines.count - 2)
        } else {
            lines.removeAll(where: isNamed)
        }
        book.source.put(lines.joined(separator: "\r\n"), as: href)
        guard isChangedHere else { return try changedThere() }
        if joins { model.groups[people[person]]?.insert(group) } else { model.groups[people[person]]?.remove(group) }
        touched.insert(people[person])
        isChangedThere = true
        (undoable, redoable) = ([], [])
    }

    /// What the cards there say.
    private func there() throws -> Model {
        var model = Model()
        let cards = try book.source.cards.mapValues { try ParsedCard(Array($0.utf8)) }
        var names: [String: String] = [:]
        for card in cards.values where GroupCard(card) == nil {
            model.groups[card.contact.displayName] = Set(card.contact.categories)
            if let uid = card.contact.uid { names[SyncMember.key(uid)] = card.contact.displayName }
        }
        for (href, card) in cards {
            guard let group = GroupCard(card) else { continue }
            guard model.cards.updateValue(href, forKey: group.name) == nil else {
                throw Difference(description: "two cards are “\(group.name)”")
            }
            guard group.members.contains(where: { $0.contains("elsewhere") }) else {
                throw Difference(description: "“\(group.name)” lost a member that is not here")
            }
            for uid in group.members {
                if let name = names[SyncMember.key(uid)] { model.groups[name]?.insert(group.name) }
            }
        }
        return model
    }

    // MARK: - Both

    mutating func pass() async throws {
        let report = try await book.sync()
        let groups = Dictionary(uniqueKeysWithValues: try await book.groups().map { ($0.key, Set($0.value)) })
        guard groups == model.groups else {
            throw Difference(description: "here \(groups), and not \(model.groups): \(report.entries.map(\.action))")
        }
        let there = try there()
        guard there.groups == model.groups else {
            throw Difference(description: "there \(there.groups), and not \(model.groups)")
        }
        for (name, href) in model.cards where there.cards[name] != href {
            throw Difference(description: "the card of “\(name)” is not \(href): \(there.cards)")
        }
        for name in there.cards.keys
        where model.cards[name] == nil && there.members(name).isEmpty && !deleted.contains(name) {
            throw Difference(description: "“\(name)” has a card")
        }
        let again = try await book.sync()
        guard again.entries.isEmpty else { throw Difference(description: "a second pass does \(again.entries)") }
        model = there
        (undoable, redoable, touched, deleted) = ([], [], [], [])
        (isChangedHere, isChangedThere) = (false, false)
    }
}

@Suite struct `Any commands for groups, with passes and changes there between` {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `leave both sides with the groups of a plain model`(seed: UInt64) async throws {
        var dice = SplitMix64(seed: seed)
        let form = GroupForm.allCases[Int(seed) % GroupForm.allCases.count]
        var run = try await GroupRun(SyncedBook(), form, hasCards: seed % 2 == 0)
        for _ in 0..<30 { try await run.step(&dice) }
        try await run.pass()
    }
}
