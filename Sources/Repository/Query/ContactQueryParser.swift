import Primitives

/// Parses the query language, which is the same for every command that takes terms and for the filter of a list.
///
/// All terms must match. `field:term` searches one field. `-term` negates. `OR` (in capitals) separates alternatives
/// and binds more weakly than adjacent terms. Parentheses group. `"two words"` matches exactly these consecutive words.
/// A backslash escapes the next character.
///
/// ```swift
/// let expression = try ContactQueryParser.parse("city:berlin -nat:de (ada OR \"grace hopper\")")
/// ```
public struct ContactQueryParser: Sendable {
    /// The maximum number of characters, terms and nested parentheses in a query.
    private static let limits = (characters: 4096, terms: 64, depth: 32)

    private let query: [Character]
    private var index = 0
    private var terms = 0
    private var depth = 0

    /// Parses a query; `nil` if it is empty.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput`; the message contains the column of the error.
    public static func parse(_ query: String) throws -> ContactExpression? {
        var parser = ContactQueryParser(query)
        return try parser.parse()
    }

    /// Parses the arguments of a command line, which together are one query.
    ///
    /// An argument that contains spaces is several terms, unless it contains quotes.
    public static func parse(_ arguments: [String]) throws -> ContactExpression? {
        try parse(arguments.joined(separator: " "))
    }

    private init(_ query: String) {
        self.query = Array(query.prefix(Self.limits.characters + 1))
    }

    private mutating func parse() throws -> ContactExpression? {
        guard query.count <= Self.limits.characters else {
            throw RepositoryError(
                .invalidInput,
                "The query is longer than \(Self.limits.characters) characters; make it shorter."
            )
        }
        skipBlanks()
        guard index < query.count else { return nil }
        let expression = try alternatives()
        if index < query.count {
            throw error("has a “)” without a “(” before it", at: index, "Remove it, or put a backslash before it.")
        }
        return expression
    }

    private mutating func alternatives() throws -> ContactExpression {
        var all = [try sequence()]
        while let word = keyword("OR") {
            index = word.upperBound
            skipBlanks()
            all.append(try sequence())
        }
        return all.count == 1 ? all[0] : .any(all)
    }

    /// Parses adjacent terms, up to an `OR`, a closing parenthesis or the end.
    private mutating func sequence() throws -> ContactExpression {
        var all: [ContactExpression] = []
        skipBlanks()
        while index < query.count, query[index] != ")", keyword("OR") == nil {
            if let word = keyword("AND"), !all.isEmpty, hasTerm(at: word.upperBound) {
                index = word.upperBound
            } else {
                all.append(try negatable())
            }
            skipBlanks()
        }
        guard let first = all.first else {
            throw error(
                "has no term where one is expected",
                at: index,
                "Add one; words such as “OR” need quotes."
            )
        }
        return all.count == 1 ? first : .all(all)
    }

    private mutating func negatable() throws -> ContactExpression {
        var isNegated = false
        while index < query.count {
            if let word = keyword("NOT"), hasTerm(at: word.upperBound) {
                index = word.upperBound
                skipBlanks()
            } else if query[index] == "-", index + 1 < query.count, !query[index + 1].isWhitespace,
                query[index + 1] != ")"
            {
                index += 1
            } else {
                break
            }
            isNegated.toggle()
        }
        let expression = try operand()
        return isNegated ? .not(expression) : expression
    }

    private mutating func operand() throws -> ContactExpression {
        guard query[index] == "(" else { return .term(try term()) }
        let start = index
        depth += 1
        guard depth <= Self.limits.depth else {
            throw error("has more than \(Self.limits.depth) nested parentheses", at: start, "Use fewer.")
        }
        index += 1
        let expression = try alternatives()
        guard index < query.count, query[index] == ")" else {
            throw error("has a “(” that is never closed", at: start, "Close it with “)”, or put a backslash before it.")
        }
        index += 1
        depth -= 1
        return expression
    }

    private mutating func term() throws -> ContactTerm {
        terms += 1
        guard terms <= Self.limits.terms else {
            throw error("has more than \(Self.limits.terms) terms", at: index, "Use fewer.")
        }
        let start = index
        let field = try self.field()
        guard index < query.count, query[index] != ")", !query[index].isWhitespace else {
            throw error("has a field without a value", at: start, "Put the value right after the colon.")
        }
        let isPhrase = query[index] == "\""
        let term = ContactTerm(isPhrase ? try quoted() : word(), in: field, isPhrase: isPhrase)
        do {
            _ = try ContactCondition(checking: term)
        } catch {
            throw self.error("cannot use “\(DisplaySafeText.line(term.text, limit: 64))”", at: start, error.advice)
        }
        return term
    }

    /// Parses the field before a colon, if there is one; web addresses and times of day don't have one.
    private mutating func field() throws -> ContactField? {
        guard query[index].isLetter else { return nil }
        var end = index
        while end < query.count, query[end].isASCII, query[end].isLetter || "_-".contains(query[end]) { end += 1 }
        guard end < query.count, query[end] == ":", !query[(end + 1)...].starts(with: "//") else { return nil }
        let name = String(query[index..<end])
        guard let field = ContactField.queried(named: name) else {
            let names = ContactField.queryNames
            let known = NearestName.find(name, in: names + ContactField.queryAliases.keys.sorted(), within: 2)
            let advice =
                known.map { "Did you mean “\($0):”?" }
                ?? "The fields are \(names.joined(separator: ", ")); text with a colon needs quotes."
            throw error(
                "has the field “\(DisplaySafeText.line(name, limit: 64))”, which does not exist",
                at: index,
                advice
            )
        }
        index = end + 1
        return field
    }

    private mutating func quoted() throws -> String {
        let start = index
        var text = ""
        index += 1
        while index < query.count {
            let character = query[index]
            index += 1
            if character == "\"" { return text }
            if character == "\\", index < query.count, "\"\\".contains(query[index]) {
                text.append(query[index])
                index += 1
            } else {
                text.append(character)
            }
        }
        throw error("has a quotation mark that is never closed", at: start, "Close it, or put a backslash before it.")
    }

    private mutating func word() -> String {
        var text = ""
        // Parentheses inside a word belong to it.
        var open = 0
        while index < query.count, !query[index].isWhitespace, query[index] != ")" || open > 0 {
            switch query[index] {
            case "(": open += 1
            case ")": open -= 1
            case "\\" where index + 1 < query.count: index += 1
            default: break
            }
            text.append(query[index])
            index += 1
        }
        return text
    }

    private func keyword(_ word: String) -> Range<Int>? {
        guard query[index...].starts(with: word) else { return nil }
        let end = index + word.count
        return end == query.count || query[end].isWhitespace || "()".contains(query[end]) ? index..<end : nil
    }

    /// Whether a term follows; otherwise, the keyword itself is a term.
    private func hasTerm(at index: Int) -> Bool {
        guard let next = query[index...].first(where: { !$0.isWhitespace }) else { return false }
        return next != ")"
    }

    private mutating func skipBlanks() {
        while index < query.count, query[index].isWhitespace { index += 1 }
    }

    private func error(_ what: String, at index: Int, _ advice: String) -> RepositoryError {
        let query = DisplaySafeText.line(String(query))
        return RepositoryError(.invalidInput, "The query “\(query)” \(what) (column \(index + 1)). \(advice)")
    }
}
