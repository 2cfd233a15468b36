extension Emitter {
    /// Publishes a state for each element of an async sequence, until it ends or the handler is cancelled.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - onError: Decides what follows when the sequence throws; without it the error is thrown.
    ///   - transform: Makes a state of an element.
    /// - Throws: What the sequence throws, unless `onError` is given; `CancellationError` when the handler is cancelled.
    public func forEach<Elements: AsyncSequence>(
        _ sequence: Elements,
        onError: ((any Error) -> Following)? = nil,
        _ transform: (Elements.Element) throws -> B.State
    ) async throws {
        try await onEach(sequence, onError: onError) { element in
            self(try transform(element))
        }
    }

    /// Runs a closure for each element of an async sequence, until it ends or the handler is cancelled.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - onError: Decides what follows when the sequence throws; without it the error is thrown.
    ///   - body: Runs for each element, one at a time.
    /// - Throws: What `body` throws; what the sequence throws, unless `onError` is given; `CancellationError` when the
    ///   handler is cancelled.
    public func onEach<Elements: AsyncSequence>(
        _ sequence: Elements,
        onError: ((any Error) -> Following)? = nil,
        _ body: (Elements.Element) async throws -> Void
    ) async throws {
        var iterator = sequence.makeAsyncIterator()
        while true {
            let element: Elements.Element?
            do {
                element = try await iterator.next(isolation: #isolation)
            } catch {
                try Task.checkCancellation()
                guard let onError else { throw error }
                switch onError(error) {
                case .goOn: continue
                case .end: return
                }
            }
            try Task.checkCancellation()
            guard let element else { return }
            try await body(element)
        }
    }
}
