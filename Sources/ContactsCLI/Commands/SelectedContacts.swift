import Bloc
import Repository

/// Finds the contacts that a command line names, and asks at a terminal which are meant when a text fits several.
enum SelectedContacts {
    /// How often an answer that cannot be understood is asked for again.
    private static let attempts = 3

    /// Finds all contacts that are named.
    ///
    /// - Throws: `RepositoryError` with the code `notFound` or `ambiguous`; ``Failure`` when nobody was chosen.
    static func find(_ selections: [String], with bloc: ContactBloc, in program: Program) async throws -> [Contact] {
        let texts = try await ContactSelection.texts(selections, in: program)
        do {
            return try await bloc.answers(.selected(matching: texts))
        } catch let error as RepositoryError where error.code == .ambiguous && program.prompt.canAsk {
            // Which of the texts it was, the error does not say.
            var ids: [String] = []
            for text in texts {
                do {
                    ids += try await bloc.answers(.selected(matching: [text])).map(\.id.rawValue)
                } catch let error as RepositoryError where error.code == .ambiguous {
                    ids += try await choose(among: error, asMany: .several, in: program)
                }
            }
            return try await bloc.answers(.selected(matching: ids))
        }
    }

    /// Does something with the one contact that is named.
    ///
    /// - Parameters:
    ///   - selection: What names the contact.
    ///   - program: The program around the command.
    ///   - body: Gets the selection, and the identifier of the contact that was chosen when the selection fits several.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; ``Failure`` when nobody was chosen.
    static func one<Result>(
        _ selection: String,
        in program: Program,
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        do {
            return try await body(selection)
        } catch let error as RepositoryError where error.code == .ambiguous && program.prompt.canAsk {
            guard let id = try await choose(among: error, asMany: .one, in: program).first else { throw error }
            return try await body(id)
        }
    }

    private enum Amount {
        case one
        case several
    }

    private static func choose(
        among error: RepositoryError,
        asMany amount: Amount,
        in program: Program
    ) async throws -> [String] {
        let candidates = error.candidates
        program.messages.error(error.message)
        for (index, contact) in candidates.enumerated() {
            let name = ContactDetails.fullName(of: contact, withTitle: false)
            program.messages.detail("\(index + 1)  \(contact.id)  \(name)")
        }
        let question =
            switch amount {
            case .one: "Which? A number, or Enter for nobody:"
            case .several: "Which? Numbers such as 1,3-4, or Enter for nobody:"
            }
        for _ in 0..<attempts {
            let answer = try await program.prompt.answer(to: question)
            guard !answer.allSatisfy(\.isWhitespace) else { break }
            if let numbers = NumberRanges.numbers(in: answer, upTo: candidates.count),
                amount == .several || numbers.count == 1
            {
                return numbers.map { candidates[$0 - 1].id.rawValue }
            }
        }
        throw Failure(.failure, "Nobody was chosen.")
    }
}
