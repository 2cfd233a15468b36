public import Bloc

/// One run of `testBloc`: the bloc, its clock and what was recorded of it.
public struct BlocTestRun<B: StateSource>: Sendable {
    /// The bloc that is tested.
    public let bloc: B
    /// The clock of the bloc, at zero when `act` begins.
    public let clock: ManualClock
    /// Every hook of the bloc, and of other blocs that were created in the run.
    public let recorder: RecordingBlocObserver
    /// The number of entries that were recorded before `act` began.
    let setUpCount: Int

    /// What the bloc reported since `act` began.
    private var entries: [BlocLogEntry] {
        recorder.entries.dropFirst(setUpCount).filter { $0.bloc == bloc.core.id }
    }

    /// The states that the bloc published since `act` began.
    public var states: [B.State] {
        entries.compactMap { entry in
            if case .change(_, let change, _) = entry { change.next as? B.State } else { nil }
        }
    }

    /// The effects that the bloc emitted since `act` began.
    public var effects: [B.Effect] {
        entries.compactMap { entry in
            if case .effect(_, let effect, _) = entry { effect as? B.Effect } else { nil }
        }
    }

    /// The errors that the bloc reported since `act` began.
    public var errors: [any Error] {
        entries.compactMap { entry in
            if case .error(_, let error, _, _) = entry { error } else { nil }
        }
    }

    /// Waits until the bloc has published a state that fits, or has such a state already.
    ///
    /// - Parameter fits: Decides.
    /// - Returns: The state.
    /// - Throws: `CancellationError` when the task is cancelled or the bloc closes first.
    @discardableResult
    public func state(where fits: (B.State) -> Bool) async throws -> B.State {
        // Subscribed before the first look, so that nothing is published in between unseen.
        for await state in bloc.states where fits(state) { return state }
        throw CancellationError()
    }

    /// The events that were accepted and are not over.
    var unfinished: [BlocLogEntry] {
        var open: [UInt64: BlocLogEntry] = [:]
        for entry in recorder.entries where entry.bloc == bloc.core.id {
            switch entry {
            case .event(_, _, let context): open[context.sequence] = entry
            case .done(_, _, let context, _): open[context.sequence] = nil
            default: break
            }
        }
        return open.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension BlocTestRun where B: Bloc {
    /// Adds an event to the bloc.
    ///
    /// - Returns: Its receipt, to await its end with.
    @discardableResult
    public func add(_ event: B.Event) -> Receipt {
        bloc.add(event)
    }
}
