import Bloc

/// A bloc that the random tests compare with its model.
typealias ModelBloc = ProbeBloc<ModelEvent, Int, Never>

/// A handler whose steps the test commands.
final class CommandedHandler: Sendable {
    enum Command: Sendable {
        case act(@Sendable (Emitter<ModelBloc>) -> Void)
        case end
        case fail
        case cancelled
    }

    private struct Guarded {
        var commands: [Command] = []
        var waiting: CheckedContinuation<Command, Never>?
    }

    private let guarded = Lock(Guarded())

    func send(_ command: Command) {
        let waiting = guarded.withLock { guarded in
            let waiting = guarded.waiting.take()
            if waiting == nil { guarded.commands.append(command) }
            return waiting
        }
        waiting?.resume(returning: command)
    }

    private func next() async -> Command {
        await withCheckedContinuation { continuation in
            let command = guarded.withLock { guarded -> Command? in
                guard guarded.commands.isEmpty else { return guarded.commands.removeFirst() }
                guarded.waiting = continuation
                return nil
            }
            if let command { continuation.resume(returning: command) }
        }
    }

    /// Performs commands until it is commanded to end.
    func run(isStubborn: Bool, _ emit: Emitter<ModelBloc>) async throws {
        try await withTaskCancellationHandler {
            while true {
                switch await next() {
                case .act(let act): act(emit)
                case .end: return
                case .fail: throw Broken()
                case .cancelled: throw CancellationError()
                }
            }
        } onCancel: {
            if !isStubborn { send(.cancelled) }
        }
    }
}
