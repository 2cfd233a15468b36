import EmbeddedFiles
import Primitives
import Repository

/// A contact's name normalized for comparison: folded, without accents, case and punctuation.
struct ComparedName: Hashable {
    /// The given name, with its parts separated by single spaces.
    var first = ""
    var last = ""
    var middle = ""
    var suffix = ""
    /// The nickname and alternative names.
    var others: [String] = []
    var isOrganization = false

    var isEmpty: Bool { first.isEmpty && last.isEmpty }
    var isWhole: Bool { !first.isEmpty && !last.isEmpty }

    init(_ contact: Contact) {
        let name = contact.name
        first = Self.words(name.first)
        last = Self.words(name.last)
        middle = Self.words(name.middle)
        suffix = Self.words(name.suffix)
        others = [Self.words(contact.nickname)].filter { !$0.isEmpty }
        guard first.isEmpty, last.isEmpty else { return }
        if let formatted = name.formatted, !Self.words(formatted).isEmpty {
            self.split(formatted)
        } else if !others.isEmpty {
            first = others.removeFirst()
        } else {
            first = Self.words(contact.organization)
            isOrganization = !first.isEmpty
        }
    }

    /// Splits a full name at its comma (`Last, First`); without one, the last word is the family name.
    private mutating func split(_ formatted: String) {
        let halves = formatted.split(separator: ",", maxSplits: 1).map { Self.words(String($0)) }
        if halves.count == 2, !halves[1].isEmpty {
            (last, first) = (halves[0], halves[1])
            return
        }
        let words = Self.words(formatted).split(separator: " ")
        first = words.dropLast().joined(separator: " ")
        last = words.last.map(String.init) ?? ""
        if first.isEmpty { swap(&first, &last) }
    }

    /// The words of the full name in alphabetical order.
    var sorted: String {
        (first + " " + last).split(separator: " ").sorted().joined(separator: " ")
    }

    /// Returns the folded words of a text, separated by single spaces; apostrophes within words are dropped.
    static func words(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return FoldedText.key(text).filter { $0 != "'" && $0 != "’" }.split { !$0.isLetter && !$0.isNumber }
            .joined(separator: " ")
    }
}

enum NameRelation: Comparable {
    /// Names of different people.
    case different
    /// The same given name with different family names, as after a marriage.
    case sameGiven
    /// Part of the name is missing.
    case partial
    /// One or two letters differ.
    case near
    /// One name is abbreviated to an initial.
    case initial
    /// A short form or a variant of the name.
    case form
    case same

    /// The points that the relation adds to the score, and the reason shown to the user.
    var rating: (points: Int, reason: String) {
        switch self {
        case .different: (0, "different names")
        case .sameGiven: (15, "the same given name")
        case .partial: (20, "names that fit, one with a part less")
        case .near: (25, "names that differ by a letter or two")
        case .initial: (25, "an initial that fits the name")
        case .form: (35, "two forms of one name")
        case .same: (40, "the same name")
        }
    }

    /// Compares two nonempty names.
    ///
    /// - Returns: The relation, whether given and family names are swapped in one of them, and the points for both.
    static func of(_ one: ComparedName, _ other: ComparedName) -> (relation: Self, isSwapped: Bool, points: Int) {
        guard one.isOrganization == other.isOrganization else { return (.different, false, 0) }
        if one.isOrganization { return organizations(one.first, other.first) }
        // "Anna Maria Rossi", wherever the given name ends.
        if one.isWhole, other.isWhole, one.first != other.first, one.sorted == other.sorted {
            return (.same, true, Self.same.rating.points)
        }
        // A single word may be a given or a family name, and many people may share it.
        if !one.isWhole, !other.isWhole, areSame(one.sorted, other.sorted) {
            return (.same, false, Self.same.rating.points - 5)
        }
        let straight = people(one, other)
        if straight.relation <= .sameGiven, one.isWhole || other.isWhole {
            var reversed = other
            swap(&reversed.first, &reversed.last)
            let swapped = people(one, reversed)
            if swapped.relation > straight.relation { return (swapped.relation, true, swapped.points) }
        }
        return (straight.relation, false, straight.points)
    }

    private static func people(_ one: ComparedName, _ other: ComparedName) -> (relation: Self, points: Int) {
        let first = given(one, other)
        let last = family(one.last, other.last)
        guard first > .sameGiven, last > .sameGiven else {
            let isSameGiven = first == .same && one.first.utf8.count > 1 && one.isWhole && other.isWhole
            return isSameGiven ? (.sameGiven, Self.sameGiven.rating.points) : (.different, 0)
        }
        // Names that lack different parts have nothing in common.
        if first == .partial, last == .partial, one.first.isEmpty != other.first.isEmpty,
            one.last.isEmpty != other.last.isEmpty
        {
            return (.different, 0)
        }
        let relation = min(first, last)
        // Many people may share a single name.
        let isWhole = one.isWhole && other.isWhole || relation < .same
        let isTwice = first < .same && last < .same
        return (relation, relation.rating.points - (isWhole ? 0 : 5) - (isTwice ? 5 : 0))
    }

    /// Whether two names are equal, even if one of them spells out umlauts: Müller and Mueller.
    static func areSame(_ one: String, _ other: String) -> Bool {
        one == other || SearchWords.unspelled(one) == SearchWords.unspelled(other)
    }

    private static func given(_ one: ComparedName, _ other: ComparedName) -> Self {
        if one.first == other.first { return .same }
        if areSame(one.first, other.first) { return .form }
        if one.first.isEmpty || other.first.isEmpty { return .partial }
        if one.others.contains(other.first) || other.others.contains(one.first) { return .form }
        let (a, b) = (one.first.split(separator: " "), other.first.split(separator: " "))
        var relation = Self.same
        for (left, right) in zip(a, b) {
            if left == right { continue }
            if left.utf8.count == 1 && right.hasPrefix(left) || right.utf8.count == 1 && left.hasPrefix(right) {
                relation = min(relation, .initial)
            } else if areForms(String(left), String(right)) {
                relation = min(relation, .form)
            } else if isNear(left, right) {
                relation = min(relation, .near)
            } else {
                return .different
            }
        }
        return a.count == b.count ? relation : min(relation, .partial)
    }

    private static func family(_ one: String, _ other: String) -> Self {
        if one == other { return .same }
        if areSame(one, other) { return .form }
        if one.isEmpty || other.isEmpty { return .partial }
        if one.utf8.count == 1 && other.hasPrefix(one) || other.utf8.count == 1 && one.hasPrefix(other) {
            return .initial
        }
        if isNear(one[...], other[...]) { return .near }
        let (a, b) = (Set(one.split(separator: " ")), Set(other.split(separator: " ")))
        // "Smith" and "Smith-Jones".
        return a.isSubset(of: b) || b.isSubset(of: a) ? .partial : .different
    }

    /// Legal forms of companies, which a name may omit.
    private static let legalForms: Set<Substring> = [
        "inc", "incorporated", "corp", "corporation", "co", "company", "llc", "ltd", "limited", "plc", "gmbh", "ag",
        "kg", "ohg", "ug", "ev", "sa", "sarl", "srl", "spa", "bv", "nv", "ab", "as", "oy", "mbh", "se",
    ]

    private static func organizations(_ one: String, _ other: String) -> (Self, Bool, Int) {
        if one == other { return (.same, false, Self.same.rating.points) }
        let (a, b) = (one.split(separator: " "), other.split(separator: " "))
        let (left, right) = (a.filter { !legalForms.contains($0) }, b.filter { !legalForms.contains($0) })
        if !left.isEmpty, left == right { return (.form, false, Self.form.rating.points) }
        if isNear(one[...], other[...]) { return (.near, false, Self.near.rating.points) }
        return (.different, false, 0)
    }

    /// Whether two words differ by one letter or, if they are long, by two; words with digits never do.
    static func isNear(_ one: Substring, _ other: Substring) -> Bool {
        let (a, b) = (Array(one.utf8), Array(other.utf8))
        let length = min(a.count, b.count)
        let limit = length >= 8 ? 2 : length >= 4 ? 1 : 0
        guard limit > 0, abs(a.count - b.count) <= limit, a.count <= 64, b.count <= 64 else { return false }
        guard !(a + b).contains(where: { (48...57).contains($0) }) else { return false }
        return NearestName.errors(between: a, and: b) <= limit
    }

    /// Whether one folded given name is a short form or a variant of the other.
    private static func areForms(_ one: String, _ other: String) -> Bool {
        guard let lines = lines[one], let others = Self.lines[other] else { return false }
        return !lines.isDisjoint(with: others)
    }

    /// The numbers of the lines with the forms of one name that contain each name.
    private static let lines: [String: Set<Int>] = {
        var lines: [String: Set<Int>] = [:]
        for (number, line) in EmbeddedFiles.givenNames.split(separator: "\n").enumerated() where !line.hasPrefix("#") {
            for name in line.split(separator: " ") { lines[String(name), default: []].insert(number) }
        }
        return lines
    }()
}
