import Synchronization

@testable import Repository

/// An API that answers by a closure.
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
            RemotePage(
                people: (0..<request.results).map { .sample("\(request.page)-\($0)", index: $0) },
                source: source
            )
        }
    }

    func people(onPage page: Int, results: Int, seed: String, unless validator: String?) async throws -> RemotePage? {
        let request = Request(page: page, results: results, seed: seed, validator: validator)
        log.withLock { $0.append(request) }
        return try await answer(request)
    }
}

/// An API whose requests wait until a test answers them, in order.
final class ScriptedAPI: ContactAPI {
    enum Step: Sendable {
        case people([String])
        case failure(RepositoryError)
    }

    let source = ContactSource(version: "1.4", seed: "abc")
    private let steps = AsyncStream<Step>.makeStream()
    private let asked = AsyncStream<Void>.makeStream()
    private let counts = Mutex((requests: 0, cancelled: 0))

    /// The number of requests.
    var requests: Int { counts.withLock { $0.requests } }
    /// The number of requests that were cancelled before they were answered.
    var cancelled: Int { counts.withLock { $0.cancelled } }

    /// Adds an answer for the next request.
    func answer(_ step: Step) {
        steps.continuation.yield(step)
    }

    /// Waits for a request; each request ends one wait.
    func isAsked() async {
        for await _ in asked.stream { break }
    }

    func people(onPage page: Int, results: Int, seed: String, unless validator: String?) async throws -> RemotePage? {
        counts.withLock { $0.requests += 1 }
        asked.continuation.yield()
        var step: Step?
        for await next in steps.stream {
            step = next
            break
        }
        switch step {
        case nil:
            counts.withLock { $0.cancelled += 1 }
            throw CancellationError()
        case .people(let names):
            let people = names.enumerated().map { index, name in
                RemotePerson.sample(name, index: index, uuid: .some("id-\(index)")) { $0.name.last = name }
            }
            return RemotePage(people: people, source: source, validator: "v")
        case .failure(let error): throw error
        }
    }
}
