extension AsyncSequence {
    /// Returns all elements up to the end.
    func collected() async throws(Failure) -> [Element] {
        var elements: [Element] = []
        var iterator = makeAsyncIterator()
        while let element = try await iterator.next(isolation: #isolation) { elements.append(element) }
        return elements
    }
}
