import ArgumentParser

/// What a user may type to name contacts.
enum ContactSelection {
    /// Stands for what standard input names.
    static let standardInput = "-"

    /// What the help of a command says about its argument.
    static let help = ArgumentHelp(
        "The identifier of a contact, its beginning, a name or a query; - reads identifiers.",
        valueName: "contact"
    )

    /// Lets a shell ask for contacts; ``CompletionRequest`` answers before arguments are parsed.
    static let completion = CompletionKind.custom { _, _, _ in [] }

    /// What the help of a command says about choosing.
    static let discussion = """
        A contact is named by its identifier, the beginning of it, its exact name, or a query that fits nobody else. \
        What fits several is refused, and they are listed; on a terminal you choose among them. With -, identifiers are read from standard input, one at the \
        beginning of each line or between zero bytes.
        """

    private static let inputLimit = 16_777_216

    /// Refuses text that would fit every contact or none, before anything is opened.
    static func validate(_ text: String) throws {
        if text.allSatisfy(\.isWhitespace) {
            throw ValidationError("The identifier is empty. Give one, or its beginning; 'contacts list' shows them.")
        }
    }

    /// The texts, with what standard input names in the place of a `-`.
    ///
    /// - Throws: ``Failure`` when standard input names nobody.
    static func texts(_ texts: [String], in program: Program) async throws -> [String] {
        guard let place = texts.firstIndex(of: standardInput) else { return texts }
        let bytes = try await program.input.readAll(limit: inputLimit)
        let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline || $0 == "\0" }
        let named = lines.compactMap { line -> String? in
            // What is printed as tsv or plain has more columns behind the identifier.
            let text = line.firstMatch(of: /\t|[ ]{2}/).map { line[..<$0.range.lowerBound] } ?? line
            return text.allSatisfy(\.isWhitespace) ? nil : String(text)
        }
        let others = texts.filter { $0 != standardInput }
        guard !named.isEmpty || !others.isEmpty else {
            throw Failure(.failure, "Standard input names nobody. Give identifiers, each on a line of its own.")
        }
        return Array(texts[..<place]) + named + texts[place...].filter { $0 != standardInput }
    }
}
