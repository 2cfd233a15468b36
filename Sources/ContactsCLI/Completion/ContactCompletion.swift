import BlocKit
import Repository
import TerminalUI

/// The candidates for the word, from the commands and from the store, without using the network.
extension CompletionTarget {
    /// The maximum number of contacts to offer.
    private static let limit = 64
    /// The maximum number of contacts whose values are collected.
    private static let valueLimit = 512

    var answer: CompletionAnswer { CompletionAnswer(candidates: fitting(candidates), paths: paths) }

    /// Returns the answer including candidates from the store; `stored` is empty if the store can't be read.
    func answer(with stored: [CompletionCandidate]) -> CompletionAnswer {
        var answer = answer
        answer.candidates += fitting(stored)
        if answer.candidates.isEmpty {
            answer.candidates = stored.filter(\.isFound).map {
                CompletionCandidate(word: leading + $0.word, description: $0.description)
            }
            answer.isInside = !answer.candidates.isEmpty
        }
        if answer.candidates.isEmpty { answer.candidates = fitting(fallback) }
        return answer
    }

    private func fitting(_ candidates: [CompletionCandidate]) -> [CompletionCandidate] {
        let beginning = text.lowercased()
        return candidates.filter { $0.word.lowercased().hasPrefix(beginning) }
            .map { CompletionCandidate(word: leading + $0.word, description: $0.description) }
    }

    /// Returns contacts whose identifier or name begins with the text, identifiers first; in a query, special characters
    /// are escaped.
    func named(inQuery: Bool, in program: Program) async throws -> [CompletionCandidate] {
        var candidates: [CompletionCandidate] = []
        if !text.isEmpty, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) {
            let term = ContactTerm(text, in: .id)
            candidates += try await contacts(ContactFilter(expression: .term(term)), in: program).map {
                CompletionCandidate(word: $0.id.rawValue, description: $0.displayName)
            }
        }
        var known: Set<String> = []
        // Matching a city or a domain doesn't suggest that the user means this contact.
        let inName = ContactMatcher(ContactFilter(expression: .term(ContactTerm(text, in: .name))))
        let isNumber = text.count >= 3 && text.allSatisfy { $0.isNumber || "+- ".contains($0) }
        for contact in try await contacts(ContactFilter(text: text), in: program) {
            let name = contact.displayName
            guard !name.isEmpty, known.insert(name).inserted else { continue }
            // A name with control or invisible characters can't be typed.
            guard TerminalText.isHarmless(name) else { continue }
            let about = contact.email ?? contact.phone ?? contact.cell ?? contact.id.rawValue
            let word = inQuery ? QueryText.escapedWords(name) : name
            candidates.append(
                CompletionCandidate(word: word, description: about, isFound: isNumber || inName.matches(contact))
            )
        }
        return candidates
    }

    /// Returns the names of books, and the keyword for all of them if `withAll` is set.
    func books(withAll: Bool, in program: Program) throws -> [CompletionCandidate] {
        let list = try program.bookRegistry.read()
        let standard = CompletionCandidate(word: Book.peopleName, description: "The people of the API.")
        let all = CompletionCandidate(word: Book.allName, description: "All books together.")
        let added = list.entries.map { entry in
            let isPlain = entry.source == .none
            return CompletionCandidate(
                word: entry.name,
                description: isPlain ? "A book of your own." : "\(entry.source.kind) \(entry.source.shownAddress)"
            )
        }
        return [standard] + added + (withAll ? [all] : [])
    }

    func groups() async throws -> [CompletionCandidate] {
        @Injected(\.blocs) var blocs
        return try await blocs.overview().content(of: .requested).groups.map { group in
            CompletionCandidate(word: group.name, description: CountText.contacts(group.contacts))
        }
    }

    /// Returns the distinct values of a field that begin with the text; in a query, their blanks are escaped.
    func values(
        of field: ContactField,
        inQuery: Bool,
        in program: Program
    ) async throws -> [CompletionCandidate] {
        let text = inQuery ? QueryText.unescaped(self.text) : self.text
        let isEmpty = text.allSatisfy { !$0.isLetter && !$0.isNumber }
        let filter = isEmpty ? ContactFilter() : ContactFilter(expression: .term(ContactTerm(text, in: field)))
        var counts: [String: Int] = [:]
        for contact in try await contacts(filter, limit: Self.valueLimit, in: program) {
            for value in Self.texts(of: field, contact) where value.lowercased().hasPrefix(text.lowercased()) {
                counts[value, default: 0] += 1
            }
        }
        return counts.keys.sorted().map { value in
            CompletionCandidate(
                word: inQuery ? QueryText.escaped(value) : value,
                description: CountText.contacts(counts[value] ?? 0)
            )
        }
    }

    private static func texts(of field: ContactField, _ contact: Contact) -> [String] {
        switch field.value {
        case .text, .texts, .values, .name: field.values(of: contact).map(\.value)
        case .flag, .addresses, .photo, .address, .picture: []
        }
    }

    private func contacts(
        _ filter: ContactFilter,
        limit: Int = Self.limit,
        in program: Program
    ) async throws -> [Contact] {
        @Injected(\.blocs) var blocs
        let request = ContactListRequest(filter: filter, limit: limit, pageSize: limit, policy: .cacheOnly)
        var all: [Contact] = []
        _ = try await blocs.contactList().read(request, program.messages) { contacts, _ in all += contacts }
        return all
    }
}

/// Escapes values for the query language.
enum QueryText {
    /// Returns the value as one word, with a backslash before each character that would end it.
    static func escaped(_ value: String) -> String {
        escaped(value) { $0.isWhitespace || "\\\"()".contains($0) }
    }

    /// Returns the words with a backslash before each special character of the query language; blanks stay.
    static func escapedWords(_ words: String) -> String {
        escaped(words) { "\\\"():".contains($0) }
    }

    private static func escaped(_ text: String, where isSpecial: (Character) -> Bool) -> String {
        text.reduce(into: "") { result, character in
            if isSpecial(character) { result.append("\\") }
            result.append(character)
        }
    }

    static func unescaped(_ word: String) -> String {
        word.replacing(/(?s)\\(.?)|"/) { $0.output.1 ?? "" }
    }
}
