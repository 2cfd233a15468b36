/// An expression as conditions of a statement, which find everybody whom it means and perhaps more.
struct ContactExpressionClause {
    /// What the search index is asked; nothing for everybody.
    private(set) var term: SearchTerm?
    /// Conditions beside it.
    private(set) var condition: ContactFilterCondition?
    /// Whether nobody else is found.
    private(set) var isExact: Bool

    init(_ expression: ContactExpression) {
        switch expression {
        case .term(let term): self.init(ContactCondition(term))
        case .all(let parts): self.init(all: parts.map(Self.init))
        case .any(let parts): self.init(any: parts.map(Self.init))
        case .not(let part): self.init(not: Self(part))
        }
    }

    /// Everything that is asked, as one condition.
    var whole: ContactFilterCondition? {
        let index = term.map(ContactFilterCondition.matching)
        guard let index, let condition else { return index ?? condition }
        return .joined([index, condition], by: "AND")
    }

    private init(term: SearchTerm? = nil, condition: ContactFilterCondition? = nil, isExact: Bool) {
        self.term = term
        self.condition = condition
        self.isExact = isExact
    }

    private init(_ condition: ContactCondition) {
        switch condition {
        case .words(let word): self.init(term: .word(word), isExact: true)
        case .text(let field, let word):
            self.init(term: field.isIndexed ? .parts(word) : nil, isExact: false)
        case .whole(_, let value): self.init(condition: .nationality([value]), isExact: false)
        case .date(.birthday, let date): self.init(condition: .birthday(date), isExact: false)
        case .flag(.edited, true): self.init(condition: .changedHere, isExact: false)
        case .flag(.favorite, let isFavorite):
            self.init(condition: isFavorite ? .favorites : .negated(.favorites), isExact: true)
        case .flag(.source, let isFromSource): self.init(condition: .fromSource(isFromSource), isExact: true)
        case .identifier(.id, let start): self.init(condition: .identifier(start), isExact: false)
        case .nobody: self.init(condition: .nobody, isExact: true)
        case .phone, .date, .flag, .identifier: self.init(isExact: false)
        }
    }

    private init(all parts: [ContactExpressionClause]) {
        let terms = parts.compactMap(\.term)
        let conditions = parts.compactMap(\.condition)
        self.init(
            term: terms.isEmpty ? nil : .all(terms),
            condition: conditions.isEmpty ? nil : .joined(conditions, by: "AND"),
            isExact: parts.allSatisfy(\.isExact)
        )
    }

    private init(any parts: [ContactExpressionClause]) {
        let isExact = parts.allSatisfy(\.isExact)
        guard !parts.isEmpty else {
            self.init(condition: .nobody, isExact: true)
            return
        }
        if parts.allSatisfy({ $0.term != nil && $0.condition == nil }) {
            self.init(term: .any(parts.compactMap(\.term)), isExact: isExact)
        } else {
            let wholes = parts.compactMap(\.whole)
            // One of them is everybody.
            let isOpen = wholes.count < parts.count
            self.init(condition: isOpen ? nil : .joined(wholes, by: "OR"), isExact: isExact)
        }
    }

    private init(not part: ContactExpressionClause) {
        guard part.isExact else {
            self.init(isExact: false)
            return
        }
        self.init(condition: part.whole.map(ContactFilterCondition.negated) ?? .nobody, isExact: true)
    }
}
