import Bloc

extension Bloc {
    /// Adds an event and waits for its answer; meanwhile passes each state that the bloc publishes to a closure.
    ///
    /// Other events of the bloc may have published some of the states.
    func answer(to event: Event, following show: (State) -> Void) async throws -> State {
        let (states, feed) = AsyncStream.makeStream(of: State.self)
        let token = observe { feed.yield($0) }
        defer { token.cancel() }
        async let answer = answered(event, ending: feed)
        for await state in states { show(state) }
        return try await answer
    }

    /// Adds an event, and ends a stream when its answer has come.
    private func answered(_ event: Event, ending feed: AsyncStream<State>.Continuation) async throws -> State {
        defer { feed.finish() }
        return try await answer(to: event)
    }
}
