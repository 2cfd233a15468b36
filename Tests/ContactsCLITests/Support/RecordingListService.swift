import Repository
import Services
import Synchronization

/// A list service that answers with what the test says, and remembers what it was asked.
final class RecordingListService: ContactListService {
    struct Call: Equatable, Sendable {
        var query: ContactQuery
        var policy: CachePolicy
    }

    private let answer: @Sendable (_ call: Call, _ number: Int) async throws -> ContactPage
    private let recorded = Mutex<[Call]>([])

    init(answer: @escaping @Sendable (_ call: Call, _ number: Int) async throws -> ContactPage) {
        self.answer = answer
    }

    /// What was asked, in order.
    var calls: [Call] { recorded.withLock { $0 } }

    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        let call = Call(query: query, policy: policy)
        let number = recorded.withLock { calls in
            calls.append(call)
            return calls.count
        }
        return try await answer(call, number)
    }

    /// The words of the filter, counted.
    func count(_ filter: ContactFilter) -> Int { filter.text.split(separator: " ").count }
}
