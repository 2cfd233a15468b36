import ArgumentParser
import Bloc
import Repository

/// Finds the contacts that a shell offers: by the beginning of the identifier or of words of the name, in the store only.
struct ContactCompletion {
    private static let limit = 64

    let request: CompletionRequest

    /// The candidates, identifiers before names; none when the contacts cannot be read.
    func candidates(in program: Program) async throws -> [CompletionShellText.Candidate] {
        let isIdentifier = !request.prefix.isEmpty && request.prefix.allSatisfy { $0.isHexDigit || $0 == "-" }
        var candidates: [CompletionShellText.Candidate] = []
        if isIdentifier {
            let term = ContactTerm(request.prefix, in: .id)
            candidates += try await contacts(ContactFilter(expression: .term(term)), in: program).map { contact in
                let name = ContactDetails.fullName(of: contact, withTitle: false)
                return CompletionShellText.Candidate(word: contact.id.rawValue, description: name)
            }
        }
        var known: Set<String> = []
        for contact in try await contacts(ContactFilter(text: request.prefix), in: program) {
            let name = ContactDetails.fullName(of: contact, withTitle: false)
            // A shell replaces the word that was typed, so that the name must begin with it.
            guard !name.isEmpty, begins(name), known.insert(name).inserted else { continue }
            let about = contact.email ?? contact.phone ?? contact.cell ?? contact.id.rawValue
            candidates.append(CompletionShellText.Candidate(word: name, description: about))
        }
        return candidates
    }

    private func begins(_ name: String) -> Bool {
        name.lowercased().hasPrefix(request.prefix.lowercased())
    }

    private func contacts(_ filter: ContactFilter, in program: Program) async throws -> [Contact] {
        @Injected(\.blocs) var blocs
        var reading = ListReading(bloc: blocs.contactList(), messages: program.messages)
        let request = ContactListRequest(
            filter: filter,
            limit: Self.limit,
            pageSize: Self.limit,
            policy: .cacheOnly
        )
        var all: [Contact] = []
        _ = try await reading.run(request) { all += $0 }
        return all
    }
}
