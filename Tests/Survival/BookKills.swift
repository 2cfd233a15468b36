public import Foundation

/// Kills synchronizations of a book with a folder or a CardDAV server at random moments, and checks after two more passes
/// that both sides and the ledger say the same, and that nothing is lost and nothing is there twice.
public struct BookKills: Sendable {
    /// What the book is synchronized with.
    public enum Partner: Sendable {
        /// A folder of vCards.
        case folder
        /// Radicale, run by the Python interpreter.
        case radicale(python: URL)
    }

    private let partner: Partner
    private let seed: UInt64

    /// Chooses the other side, and the seed that repeats the edits and the moments.
    public init(with partner: Partner, seed: UInt64) {
        self.partner = partner
        self.seed = seed
    }

    /// Kills `count` synchronizations, each after edits on both sides.
    ///
    /// - Returns: A summary in one line.
    /// - Throws: ``SurvivalFailure`` with what went wrong, and the seed.
    public func run(_ count: Int, program: URL) throws -> String {
        do {
            return try BookInstallation.with(program, partner) { installation in
                var round = BookRound(installation, dice: SurvivalDice(state: seed))
                return try round.run(count) + " (seed \(seed))"
            }
        } catch let failure as SurvivalFailure {
            throw SurvivalFailure("seed \(seed): \(failure)")
        }
    }
}

/// Random numbers that a seed repeats.
struct SurvivalDice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The edits on both sides, and what has to be there after them.
private struct BookRound {
    private let installation: BookInstallation
    private var dice: SurvivalDice
    /// The marks that each person has to have on both sides.
    private var people: [String: [String]] = [:]
    private var last = 0

    init(_ installation: BookInstallation, dice: SurvivalDice) {
        self.installation = installation
        self.dice = dice
    }

    mutating func run(_ count: Int) throws -> String {
        // Something to go both ways at the beginning.
        for _ in 0..<10 { try addThere() }
        try importHere(added: 10, changed: [])
        let start = Date.now
        try installation.run(["sync"])
        var duration = Date.now.timeIntervalSince(start)
        try check("the first pass")
        var (kills, whole, unfinished) = (0, 0, 0)
        while kills < count {
            try edit()
            let begin = Date.now
            let moment = Double.random(in: 0..<1, using: &dice) * duration
            if try installation.start(["sync"]).killed(after: moment) {
                kills += 1
                if try installation.ledger().isUnfinished { unfinished += 1 }
            } else {
                whole += 1
                duration = duration * 0.7 + Date.now.timeIntervalSince(begin) * 0.3
                guard whole < 20 * (count + 1) else {
                    throw SurvivalFailure("\(whole) synchronizations ended before they could be killed.")
                }
            }
            try installation.run(["sync"])
            let second = try installation.run(["sync"])
            guard second.contains("nothing to do") else {
                throw SurvivalFailure("After kill \(kills) the second pass did something: \(second)")
            }
            try check("kill \(kills)")
        }
        return "\(kills) synchronizations with \(installation.partnerName) killed, \(unfinished) of them half done, "
            + "\(whole) were faster; \(people.count) contacts are whole on both sides"
    }

    // MARK: Edits

    private mutating func newMark() -> String {
        last += 1
        return "m\(last)x"
    }

    /// Edits different people here and there, and different fields of one person.
    private mutating func edit() throws {
        var free = people.keys.sorted().shuffled(using: &dice)
        for _ in 0..<Int.random(in: 1...3, using: &dice) { try addThere() }
        for uid in free.prefix(2) { try changeThere(uid) }
        let both = free.first
        free.removeFirst(min(2, free.count))
        if free.count > 12, let uid = free.popLast() {
            try installation.removeCard(uid)
            people[uid] = nil
        }
        if free.count > 12, Bool.random(using: &dice), let uid = free.popLast() {
            try installation.run(["remove", Self.name(uid), "--yes"])
            people[uid] = nil
        }
        let changed = Array(free.prefix(2)) + [both].compactMap { $0 }
        try importHere(added: Int.random(in: 1...3, using: &dice), changed: changed)
    }

    private mutating func addThere() throws {
        let mark = newMark()
        let uid = "there-\(mark)"
        try installation.write(uid, Self.card(uid, "There \(mark)", ["NOTE:\(mark)"]))
        people[uid] = [mark]
    }

    private mutating func changeThere(_ uid: String) throws {
        let mark = newMark()
        let text = try installation.card(uid)
        try installation.write(uid, text.replacing("END:VCARD", with: "X-LATER:\(mark)\r\nEND:VCARD"))
        people[uid]?.append(mark)
    }

    /// Adds and changes people in one run of the program.
    private mutating func importHere(added: Int, changed: [String]) throws {
        var text = ""
        for _ in 0..<added {
            let mark = newMark()
            let uid = "here-\(mark)"
            text += Self.card(uid, "Here \(mark)", ["NOTE:\(mark)"])
            people[uid] = [mark]
        }
        for uid in changed {
            let mark = newMark()
            let name = Self.name(uid)
            // The import takes the place of the list, so all earlier addresses are named again.
            let own = (people[uid] ?? []).filter { $0.hasPrefix("e") } + ["e" + mark]
            text += Self.card(uid, name, own.map { "EMAIL:\($0)@example.org" })
            people[uid]?.append("e" + mark)
        }
        let file = installation.folder.appending(path: "import.vcf")
        try text.write(to: file, atomically: true, encoding: .utf8)
        try installation.run(["import", file.path, "--duplicates", "update"])
    }

    /// The name of the person, which the UID has in it.
    private static func name(_ uid: String) -> String {
        let parts = uid.split(separator: "-")
        return "\(parts[0].capitalized) \(parts[1])"
    }

    private static func card(_ uid: String, _ name: String, _ lines: [String]) -> String {
        let words = name.split(separator: " ")
        return
            (["BEGIN:VCARD", "VERSION:3.0", "UID:\(uid)", "FN:\(name)", "N:\(words[1]);\(words[0]);;;"] + lines
            + ["END:VCARD"]).map { $0 + "\r\n" }.joined()
    }

    // MARK: Checks

    private func check(_ moment: String) throws {
        let here = try installation.contactsHere()
        let there = try installation.cardsThere()
        for (side, cards) in [("here", here), ("there", there)] {
            let twice = Dictionary(grouping: cards, by: \.uid).filter { $1.count > 1 }.keys
            guard twice.isEmpty else {
                throw SurvivalFailure("After \(moment), \(twice.sorted()) are there twice (\(side)).")
            }
            let known = Dictionary(cards.map { ($0.uid, $0.text) }, uniquingKeysWith: { first, _ in first })
            let missing = Set(people.keys).subtracting(known.keys).sorted()
            let surplus = Set(known.keys).subtracting(people.keys).sorted()
            guard missing.isEmpty, surplus.isEmpty else {
                throw SurvivalFailure("After \(moment), \(missing) are lost and \(surplus) too many (\(side)).")
            }
            for (uid, marks) in people {
                let lost = marks.filter { known[uid]?.contains($0) != true }
                guard lost.isEmpty else {
                    throw SurvivalFailure("After \(moment), “\(uid)” has lost \(lost) (\(side)).")
                }
            }
        }
        let ledger = try installation.ledger()
        guard !ledger.isUnfinished, ledger.items == people.count else {
            throw SurvivalFailure("After \(moment), the ledger has \(ledger) for \(people.count) contacts.")
        }
        try installation.checkSoundness()
    }
}
