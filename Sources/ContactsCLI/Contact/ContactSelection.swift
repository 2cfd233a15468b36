import ArgumentParser
import BlocKit
import Repository
import Services
import TerminalUI

/// Command line arguments that name contacts.
enum ContactSelection {
    static let standardInput = "-"

    static let help = ArgumentHelp.value(
        "contact",
        "A contact's identifier or the start of it, its exact name, or a query; - reads identifiers."
    )

    /// Enables shell completion of contacts; ``CompletionRequest`` answers before arguments are parsed.
    static let completion = CompletionKind.custom { _, _, _ in [] }

    static let discussion = """
        Name a contact by its identifier, the unique start of it with at least 4 characters, its exact name, or a \
        query with a field, such as email:ada@example.com, that matches no other contact. Otherwise the possible \
        matches are listed and nothing is done; on a terminal you choose among them. With -, identifiers are read from \
        standard input, one at the start of each line or separated by zero bytes.
        """

    /// The help on naming contacts for commands that only show them.
    static let readingDiscussion = """
        Name a contact by its identifier, the unique start of it, its exact name, or a query that matches no other \
        contact. If several match, they are listed; on a terminal you choose among them. With -, identifiers are read \
        from standard input, one at the start of each line or separated by zero bytes.
        """

    private static let inputLimit = 16_777_216

    /// Rejects empty text before anything is opened.
    static func validate(_ text: String) throws {
        if text.allSatisfy(\.isWhitespace) {
            throw ValidationError("The identifier is empty. Give one, or its beginning; 'contacts list' shows them.")
        }
    }

    /// Returns the texts, with `-` replaced by the identifiers on standard input.
    static func texts(_ texts: [String], in program: Program) async throws -> [String] {
        guard let place = texts.firstIndex(of: standardInput) else { return texts }
        @Injected(\.app.joinedBooks) var books
        let bytes = try await program.input.readAll(limit: inputLimit)
        let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline || $0 == "\0" }
        let named = lines.compactMap { line -> String? in
            // In tsv and plain output, more columns follow the identifier.
            let text = line.firstMatch(of: /\t|[ ]{2}/).map { line[..<$0.range.lowerBound] } ?? line
            if text.allSatisfy(\.isWhitespace) { return nil }
            // With several books open, the last tsv column is the book.
            guard let books, let end = line.lastIndex(of: "\t") else { return String(text) }
            let book = String(line[line.index(after: end)...])
            return books.names.contains(book) ? "\(book):\(text)" : String(text)
        }
        let others = texts.filter { $0 != standardInput }
        guard !named.isEmpty || !others.isEmpty else {
            throw Failure(.failure, "Standard input has no identifiers. Give one on each line.")
        }
        return Array(texts[..<place]) + named + texts[place...].filter { $0 != standardInput }
    }
}

struct ContactArguments: ParsableArguments, Sendable {
    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var selections: [String]

    func validate() throws {
        for selection in selections { try ContactSelection.validate(selection) }
    }

    /// Finds the contacts; see ``SelectedContacts/find(_:for:isSingle:to:in:)``.
    func find(for purpose: SelectionPurpose = .changing, to verb: String?, in program: Program) async throws
        -> [Contact]
    {
        try await SelectedContacts.find(selections, for: purpose, to: verb, in: program)
    }
}

/// Finds the contacts named on a command line; on a terminal, the user chooses if a text matches several.
enum SelectedContacts {
    /// The maximum number of times to ask a question if the answer isn't understood.
    private static let attempts = 3

    /// Finds all named contacts, without duplicates, in the order of the selections.
    ///
    /// `verb` begins the question about a single candidate; it is `nil` if the caller asks about the contacts itself.
    /// If a text has several candidates, the user may choose more than one unless `isSingle`.
    static func find(
        _ selections: [String],
        for purpose: SelectionPurpose,
        isSingle: Bool = false,
        to verb: String?,
        in program: Program
    ) async throws -> [Contact] {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        let texts = try await ContactSelection.texts(selections, in: program)
        do {
            return try await bloc.contacts(of: .selected(matching: texts, for: purpose))
        } catch let error as RepositoryError where error.code == .ambiguous && program.prompt.canAsk {
            // The error doesn't say which of the texts is ambiguous.
            var ids: [String] = []
            for text in texts {
                do {
                    ids += try await bloc.contacts(of: .selected(matching: [text], for: purpose)).map(\.id.rawValue)
                } catch let error as RepositoryError where error.code == .ambiguous {
                    ids += try await choose(among: error, for: text, isSingle, verb, in: program)
                }
            }
            return try await bloc.contacts(of: .selected(matching: ids, for: purpose))
        }
    }

    private static func choose(
        among error: RepositoryError,
        for text: String,
        _ isSingle: Bool,
        _ verb: String?,
        in program: Program
    ) async throws -> [String] {
        let candidates = error.candidates
        if candidates.count == 1 {
            guard let verb else { return [candidates[0].id.rawValue] }
            let question = "\(verb) \(ContactNames.distinctName(of: candidates[0]))?"
            guard try await program.prompt.confirms(question, default: true) else {
                throw Failure(.failure, "No contact was chosen.")
            }
            return [candidates[0].id.rawValue]
        }
        program.messages.detail("“\(TerminalText.sanitized(text))” matches \(CountText.contacts(candidates.count)):")
        for (index, contact) in candidates.enumerated() {
            program.messages.detail("\(index + 1)  \(ContactNames.distinctName(of: contact))")
        }
        let question = "Which? \(isSingle ? "A number" : "Numbers such as 1,3-4"), or Enter for none:"
        for _ in 0..<attempts {
            let answer = try await program.prompt.answer(to: question)
            guard !answer.allSatisfy(\.isWhitespace) else { break }
            if let numbers = NumberRanges.numbers(in: answer, upTo: candidates.count),
                !isSingle || numbers.count == 1
            {
                return numbers.map { candidates[$0 - 1].id.rawValue }
            }
        }
        throw Failure(.failure, "No contact was chosen.")
    }
}

/// Numbers and ranges in a list: `1,4,7-8`.
enum NumberRanges {
    /// Returns the distinct numbers as typed; `nil` for any other text or a number that isn't from 1 to `count`.
    static func numbers(in text: String, upTo count: Int) -> [Int]? {
        var numbers: [Int] = []
        let parts = text.split { $0 == "," || $0.isWhitespace }
        for part in parts {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard ends.count <= 2, let first = ends.first.flatMap(\.self), let last = ends.last.flatMap(\.self),
                first >= 1, last <= count, first <= last
            else { return nil }
            for number in first...last where !numbers.contains(number) { numbers.append(number) }
        }
        return numbers.isEmpty ? nil : numbers
    }
}
