import Bloc
import Repository
import RepositoryDoubles
import Services
import Synchronization

/// A list service that answers with what the test says.
final class StubListService: ContactListService {
    private let answer: @Sendable (_ query: ContactQuery, _ number: Int) throws -> ContactPage
    private let asked = Mutex(0)

    init(answer: @escaping @Sendable (_ query: ContactQuery, _ number: Int) throws -> ContactPage) {
        self.answer = answer
    }

    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        let number = asked.withLock { number in
            number += 1
            return number
        }
        return try answer(query, number)
    }

    /// The words of the filter, counted.
    func count(_ filter: ContactFilter) -> Int { filter.text.split(separator: " ").count }
}

/// A number of people, served in pages as a repository does.
struct PagedPeople: Sendable {
    let count: Int

    func page(of query: ContactQuery) -> ContactPage {
        let start = query.after.flatMap { Int($0.rawValue) } ?? 0
        let end = min(count, start + query.limit)
        let next = end < count ? PageCursor(rawValue: String(end)) : nil
        return ContactPage(contacts: (start..<end).map(Contact.numbered), next: next)
    }
}

extension Bloc {
    /// The first state from now on that fits; `nil` when the bloc closes before.
    func reached(_ fits: (State) -> Bool) async -> State? {
        for await state in states where fits(state) { return state }
        return nil
    }
}
