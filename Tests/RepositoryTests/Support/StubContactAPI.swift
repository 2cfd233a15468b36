import Synchronization

@testable import Repository

final class StubContactAPI: ContactAPI {
    struct Request: Equatable, Sendable {
        var page: Int
        var results: Int
        var seed: String
        var validator: String?
    }

    let source: ContactSource
    private let log = Mutex<[Request]>([])
    private let answer: @Sendable (Request) async throws -> RemotePage?

    var requests: [Request] { log.withLock { $0 } }

    init(
        source: ContactSource = ContactSource(version: "1.4", seed: "abc"),
        _ answer: @escaping @Sendable (Request) async throws -> RemotePage?
    ) {
        self.source = source
        self.answer = answer
    }

    /// Answers with invented people, different ones on each page.
    convenience init(source: ContactSource = ContactSource(version: "1.4", seed: "abc")) {
        self.init(source: source) { request in
            let people = (0..<request.results).map { RemotePerson.sample("\(request.page)-\($0)", index: $0) }
            return RemotePage(people: people, source: source)
        }
    }

    func people(onPage page: Int, results: Int, seed: String, unless validator: String?) async throws -> RemotePage? {
        let request = Request(page: page, results: results, seed: seed, validator: validator)
        log.withLock { $0.append(request) }
        return try await answer(request)
    }
}
