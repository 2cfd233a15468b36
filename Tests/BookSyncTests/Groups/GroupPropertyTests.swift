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

    struct Model: Equatable {
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
    /// Groups that were deleted since the last pass, whose cards stay when somebody came back meanwhile.
    private var deleted: Set<String> = []
    private var count = 0

    init(_ book: SyncedBook, _ form: GroupForm, hasCards: Bool) async throws {
        self.book = book
        self.form = form
        for (index, name) in ["Ada", "Bob", "Eve"].enumerated() {
            let own = hasCards ? [] : Self.groups.prefix(index + 1)
            let lines = own.isEmpty ? [] : ["CATEGORIES:" + own.joined(separator: ",")]
            book.source.put(SyncedBook.person(name).adding(lines), as: "\(name.lowercased()).vcf")
        }
        if hasCards {
            putCard("friends", ["ada", "bob"])
            putCard("chess", ["eve"])
        }
        model = try there()
        try await pass()
    }

    private var people: [String] { model.groups.keys.sorted() }

    /// Does anything that a user can do with groups.
    mutating func step(_ dice: inout SplitMix64) async throws {
        func group() -> String { Self.groups[Int.random(in: 0..<Self.groups.count, using: &dice)] }
        func person() -> Int { Int.random(in: 0..<6, using: &dice) }
        func some<Element>(_ all: [Element]) -> [Element] {
            all.filter { _ in Int.random(in: 0..<3, using: &dice) == 0 }
        }
        let choice = Int.random(in: 0..<18, using: &dice)
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
            try await change {
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
        default: try await pass()
        }
    }

    private mutating func edit(_ person: Int, _ body: (inout Set<String>) -> Void) async throws {
        guard person < people.count else { return }
        let name = people[person]
        var groups = model.groups[name] ?? []
        body(&groups)
        let (book, new) = (book, groups.sorted())
        try await change {
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
        try await change {
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
            (undoable, redoable) = ([], [])
            return
        }
        deleted.insert(group)
        let book = book
        try await change {
            try await book.deleteGroup(group)
        } to: { model in
            for name in members { model.groups[name]?.remove(group) }
            model.cards[group] = nil
        }
    }

    /// Changes the book and the model; a change that is no step of history is none.
    private mutating func change(_ body: () async throws -> Void, to new: (inout Model) -> Void) async throws {
        // The number of a step that is undone is that of the next one.
        let last = try await book.store.history(limit: 1).first.map { "\($0.id) \($0.isUndone)" }
        try await body()
        let before = model
        new(&model)
        guard try await book.store.history(limit: 1).first.map({ "\($0.id) \($0.isUndone)" }) != last else { return }
        undoable.append(before)
        redoable = []
    }

    private mutating func turn(to new: Model) {
        for group in Self.groups where (model.cards[group] == nil) != (new.cards[group] == nil) {
            deleted.insert(group)
        }
        model = new
    }

    // MARK: - There

    private mutating func putCard(_ name: String, _ members: [String]) {
        count += 1
        let text = form.card(name, members.map(SyncMember.key) + ["elsewhere"])
        book.source.put(text.replacing("group-1", with: "group-\(count)"), as: "0-\(count).vcf")
    }

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
        (undoable, redoable, deleted) = ([], [], [])
    }
}

@Suite struct `Any commands for groups, with passes between` {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `leave both sides with the groups of a plain model`(seed: UInt64) async throws {
        var dice = SplitMix64(seed: seed)
        let form = GroupForm.allCases[Int(seed) % GroupForm.allCases.count]
        var run = try await GroupRun(SyncedBook(), form, hasCards: seed % 2 == 0)
        for _ in 0..<30 { try await run.step(&dice) }
        try await run.pass()
    }
}
