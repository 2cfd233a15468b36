/// The handle through which a handler publishes states, sends effects and adds events.
///
/// It is valid until the handler ends or is cancelled; a ``Cubit``'s emitter is valid until the cubit has closed. Later
/// uses change nothing and are reported to observers as a late emit, unless a cancelled handler is still unwinding.
public struct Emitter<B: StateSource>: Sendable {
    @usableFromInline
    let core: BlocCore<B>
    @usableFromInline
    let ticket: UInt64

    @usableFromInline
    init(core: BlocCore<B>, ticket: UInt64) {
        self.core = core
        self.ticket = ticket
    }

    /// The current state of the bloc; other handlers may change it between two reads.
    @inlinable
    public var state: B.State { core.state }

    /// Publishes a state.
    ///
    /// When this returns, every thread reads this state or a later one. Publishing a state equal to the current one does nothing.
    @inlinable
    public func callAsFunction(_ state: B.State) { core.publish(ticket: ticket) { _ in state } }

    /// Reads, changes and publishes the state in one step, so that concurrent handlers lose no changes.
    ///
    /// The closure runs under the lock of the bloc: it must be quick and must not touch a bloc.
    @inlinable
    public func update(_ body: (inout B.State) -> Void) {
        core.publish(ticket: ticket) { state in
            var next = state
            body(&next)
            return next
        }
    }

    /// Emits a one-shot effect to ``StateSource/effects``.
    public func effect(_ effect: B.Effect) { core.send(effect, ticket: ticket) }

    /// Adds an event to the handler's own bloc, caused by the handler's event.
    ///
    /// An event from a synchronous handler is handled after the current event. It is accepted even while the bloc drains.
    @discardableResult
    public func add(_ event: B.Event) -> Receipt {
        core.accept(event, from: .handler(cause: core.cause(of: ticket), isOwn: true))
    }

    /// Adds an event to the live bloc of a key, caused by the handler's event, and returns whether that bloc exists.
    ///
    /// The key is looked up in the manager that created the handler's bloc, or in the shared manager if there is none.
    @discardableResult
    public func add<Other: Bloc>(_ event: Other.Event, to key: BlocKey<Other>) -> Bool {
        let manager = core.manager.object ?? BlocManager.shared
        guard let bloc = manager.find(key) ?? manager.findLeaving(key) else { return false }
        _ = bloc.core.accept(event, from: .handler(cause: core.cause(of: ticket), isOwn: false))
        return true
    }

    /// Cancels everything that runs, waits or is debounced in a lane of the handler's bloc, except the calling handler.
    ///
    /// When this returns, none of those handlers can publish anymore, and their tasks are cancelled. Events that enter
    /// the lane later are not affected.
    public func cancel(lane: Lane) {
        core.change { state in
            if core.isLive(ticket, &state) { state.machine.cancel(lane: .named(lane), except: ticket) }
        }
    }

    /// Reports an error that the handler has dealt with; observers get it in `onError`, with the handler's event.
    ///
    /// The event still counts as handled; only an error that the handler throws makes it fail.
    public func report(_ error: any Error) { core.report(error, ticket: ticket) }

    /// Whether this emitter can no longer publish: its handler has ended or was cancelled, or the bloc has closed.
    public var isOver: Bool { !core.isLive(ticket) }

    /// Sleeps on the clock of the bloc, which a test can advance by hand.
    ///
    /// - Throws: `CancellationError` if the handler was cancelled, is cancelled meanwhile, or has ended.
    public func sleep(for duration: Duration) async throws {
        try core.checkLive(ticket)
        if duration > .zero { try await core.clock.sleep(for: duration) }
        try core.checkLive(ticket)
    }

    /// Begins to close the handler's own bloc, and returns immediately.
    public func close(_ mode: CloseMode = .cancel) { core.beginClosing(mode, byOwner: true) }

    // MARK: Async sequences

    /// Publishes a state for each element of an async sequence; everything else works as for ``onEach(_:onError:_:)``.
    public func forEach<Elements: AsyncSequence>(
        _ sequence: Elements,
        onError: ((any Error) -> Following)? = nil,
        _ transform: (Elements.Element) throws -> B.State
    ) async throws {
        try await onEach(sequence, onError: onError) { element in
            self(try transform(element))
        }
    }

    /// Runs a closure for each element of an async sequence, until the sequence ends or the handler is cancelled.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - onError: Decides how to continue when the sequence throws; without it the error is rethrown.
    ///   - body: Runs for each element, one at a time.
    /// - Throws: `CancellationError` when the handler is cancelled.
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

/// The reaction of a handler when an async sequence that it follows throws.
public enum Following: Hashable, Sendable {
    /// Await the next element of the sequence.
    case goOn
    /// Stop following; the handler continues after `forEach` or `onEach`.
    case end
}
