import Repository

/// Consumes the responses of an observed query.
struct Following {
    private var iterator: AsyncStream<ContactResponse>.Iterator

    init(_ stream: AsyncStream<ContactResponse>) {
        iterator = stream.makeAsyncIterator()
    }

    /// The next responses, with pages as the last names on them.
    mutating func next(_ count: Int = 1) async -> [Answer] {
        var answers: [Answer] = []
        while answers.count < count, let response = await iterator.next(isolation: #isolation) {
            answers.append(Answer(response))
        }
        return answers
    }

    /// The responses up to the first that satisfies the condition.
    mutating func until(_ isLast: (Answer) -> Bool) async -> [Answer] {
        var answers: [Answer] = []
        while answers.last.map(isLast) != true, let response = await iterator.next(isolation: #isolation) {
            answers.append(Answer(response))
        }
        return answers
    }

    /// A response in the form in which tests compare it.
    enum Answer: Equatable, Sendable {
        case loading
        case page([String], ContactResponse.Origin, isStale: Bool = false)
        case failure(RepositoryError.Code)

        init(_ response: ContactResponse) {
            switch response {
            case .loading: self = .loading
            case .failure(let error): self = .failure(error.code)
            case .page(let page, let origin):
                let isStale = page.notices.contains { if case .stale = $0 { true } else { false } }
                self = .page(page.contacts.map { $0.name.last ?? "" }, origin, isStale: isStale)
            }
        }
    }
}
