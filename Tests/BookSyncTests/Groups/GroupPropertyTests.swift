import BlocTesting
import BookSyncDoubles
import Foundation
import Repository
import Testing

@testable import BookSync

/// A step of a test: groups and people stand for their indices, and a step that makes no sense does nothing.
private enum GroupStep {
    case add(Int, Int)
    case leave(Int, Int)
    case rename(Int, Int)
    case delete(Int)
    case set(Int, [Int])
    case person(Int)
    case undo, redo, pass
    // What another program does there.
    case joinThere(Int, Int)
    case leaveThere(Int, Int)
    case renameThere(Int, Int)
    case deleteThere(Int)
    case makeThere(Int, [Int])
    case setThere(Int, [Int])

    static func random(_ dice: inout SplitMix64) -> GroupStep {
        func group(_ dice: inout SplitMix64) -> Int { Int.random(in: 0..<GroupRun.groups.count, using: &dice) }
        func person(_ dice: inout SplitMix64) -> Int { Int.random(in: 0..<6, using: &dice) }
        func some(_ range: Range<Int>, _ dice: inout SplitMix64) -> [Int] {
            range.filter { _ in Int.random(in: 0..<3, using: &dice) == 0 }
        }
        switch Int.random(in: 0..<24, using: &dice) {
        case 0...3: return .add(group(&dice), person(&dice))
        case 4...6: return .leave(group(&dice), person(&dice))
        case 7...9: return .rename(group(&dice), group(&dice))
        case 10: return .delete(group(&dice))
        case 11: return .set(person(&dice), some(0..<GroupRun.groups.count, &dice))
        case 12: return .person(group(&dice))
        case 13: return .undo
        case 14: return .redo
        case 15...17: return .pass
        case 18: return .joinThere(group(&dice), person(&dice))
        case 19: return .leaveThere(group(&dice), person(&dice))
        case 20: return .renameThere(group(&dice), group(&dice))
        case 21: return .deleteThere(group(&dice))
        case 22: return .makeThere(group(&dice), some(0..<6, &dice))
        default: return .setThere(person(&dice), some(0..<GroupRun.groups.count, &dice))
        }
    }
}

private struct Difference: Error, CustomStringConvertible {
    let description: String
}

/// A book beside a model of who is in which group.
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

    mutating func perform(_ step: GroupStep) async throws {
        switch step {
        case .joinThere, .leaveThere: break
        case .renameThere, .deleteThere, .makeThere, .setThere: if isChangedHere { return }
        default: if isChangedThere { try await pass() }
        }
        switch step {
        case .add(let group, let person): try await edit(person) { $0.insert(Self.groups[group]) }
        case .leave(let group, let person): try await edit(person) { $0.remove(Self.groups[group]) }
        case .set(let person, let groups): try await edit(person) { $0 = Set(groups.map { Self.groups[$0] }) }
        case .rename(let old, let new): try await rename(Self.groups[old], to: Self.groups[new])
        case .delete(let group): try await delete(Self.groups[group])
        case .person(let group):
            guard people.count < 6 else { return }
            count += 1
            let name = "New\(count)"
            let book = book
            try await change([name]) {
                try await book.add("\(name) Stone") { $0.categories = [Self.groups[group]] }
            } to: {
                $0.groups["\(name) Stone"] = [Self.groups[group]]
            }
        case .undo:
            guard let last = undoable.popLast() else { return }
            _ = try await book.store.turn(steps: 1, isUndone: false)
            redoable.append(model)
            turn(to: last)
        case .redo:
            guard let next = redoable.popLast() else { return }
            _ = try await book.store.turn(steps: 1, isUndone: true)
            undoable.append(model)
            turn(to: next)
        case .pass: try await pass()
        case .joinThere(let group, let person): try joinThere(Self.groups[group], person, joins: true)
        case .leaveThere(let group, let person): try joinThere(Self.groups[group], person, joins: false)
        case .renameThere(let old, let new):
            let (old, new) = (Self.groups[old], Self.groups[new])
            guard let href = model.cards[old], model.cards[new] == nil else { return }
            try book.rewrite(href, "FN:\(old)", "FN:\(new)")
            try changedThere()
        case .deleteThere(let group):
            guard let href = model.cards[Self.groups[group]] else { return }
            book.source.drop(href)
            try changedThere()
        case .makeThere(let group, let members):
            guard model.cards[Self.groups[group]] == nil else { return }
            putCard(Self.groups[group], try members.compactMap { try card(of: $0)?.uid })
            try changedThere()
        case .setThere(let person, let groups):
            guard let (href, _) = try card(of: person), let text = book.source.cards[href] else { return }
            var lines = text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("CATEGORIES") }
            if !groups.isEmpty {
                let names = groups.map { Self.groups[$0] }.joined(separator: ",")
                lines.insert("CATEGORIES:" + names, at: lines.count - 2)
            }
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
        for _ in 0..<30 { try await run.perform(.random(&dice)) }
        try await run.perform(.pass)
    }
}
