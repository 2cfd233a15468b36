public import Repository

extension JoinedBooks: StoreWatchService {
    /// Refreshes the books whose contacts may be fetched, one after the other; only the page of the last one is marked as the
    /// network's.
    public func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse> {
        let fetched = books.filter(\.mayFetch)
        return AsyncStream { continuation in
            let task = Task {
                for (index, book) in fetched.enumerated() {
                    let isLast = index + 1 == fetched.count
                    for await response in book.repository.observe(query, policy: policy) {
                        guard case .page(let page, let origin) = response else {
                            continuation.yield(response)
                            if case .failure = response { break }
                            continue
                        }
                        let isOver = origin == .network || !page.notices.isEmpty
                        continuation.yield(isLast ? response : .page(page, .store))
                        if isOver, !isLast { break }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns an element after each write of any of the books.
    public func storeChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let tasks = books.map { book in
                Task {
                    for await _ in book.repository.storeChanges() { continuation.yield() }
                }
            }
            continuation.onTermination = { _ in
                for task in tasks { task.cancel() }
            }
        }
    }
}
