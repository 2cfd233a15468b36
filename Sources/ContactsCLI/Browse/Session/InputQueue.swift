import Bloc
import TerminalUI

/// Hands input on one event at a time: the next one when the blocs of the page have taken in what the one before sent them.
///
/// A bloc whose handler runs on another thread at that moment takes an event in a little later. A key that works on the
/// selected contact would until then work on the one that was selected before.
@MainActor
final class InputQueue {
    /// Handles an event; returns the receipts of what it sent to blocs.
    typealias Handler = @MainActor (InputEvent, HitTarget?) -> [Receipt]

    private let handle: Handler
    private var waiting: [(event: InputEvent, target: HitTarget?)] = []
    /// Waits until the last event was taken in.
    private var wait: Task<Void, Never>?

    init(_ handle: @escaping Handler) {
        self.handle = handle
    }

    /// Hands an event on, at once if nothing has to be taken in before it.
    func receive(_ event: InputEvent, at target: HitTarget?) {
        guard wait == nil else { return waiting.append((event, target)) }
        let unfinished = handle(event, target).filter { !$0.isOver }
        guard !unfinished.isEmpty else { return }
        wait = Task { [weak self] in
            for receipt in unfinished { _ = await receipt.outcome }
            self?.goOn()
        }
    }

    /// Hands on what waits, in its order.
    private func goOn() {
        wait = nil
        while wait == nil, !waiting.isEmpty {
            let next = waiting.removeFirst()
            receive(next.event, at: next.target)
        }
    }

    /// Waits until all input so far was handed on and taken in.
    func settled() async {
        while let wait { await wait.value }
    }

    /// Forgets what waits.
    func close() {
        waiting = []
    }
}
