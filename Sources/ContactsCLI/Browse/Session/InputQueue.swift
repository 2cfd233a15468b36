import Bloc
import TerminalUI

/// Hands input on one event at a time: the next one when the blocs of the page have taken in what the one before sent.
///
/// A bloc whose handler runs on another thread at that moment takes an event in a little later. A key that works on the
/// selected contact would until then work on the one that was selected before.
@MainActor
final class InputQueue {
    /// Handles an event; returns the receipts of what it sent to blocs.
    typealias Handler = @MainActor (InputEvent, HitTarget?) -> [Receipt]

    private let handle: Handler
    /// Whether all characters are text now; then those of a paste are handed on as one.
    private let takesText: @MainActor () -> Bool
    /// Whether an event can't be handled yet, because the page still shows something else.
    private let waits: @MainActor (InputEvent) -> Bool
    private var waiting: ArraySlice<ReceivedEvent> = []
    private var wait: Task<Void, Never>?
    private var isHandling = false

    init(
        takesText: @escaping @MainActor () -> Bool = { false },
        waits: @escaping @MainActor (InputEvent) -> Bool = { _ in false },
        _ handle: @escaping Handler
    ) {
        self.takesText = takesText
        self.waits = waits
        self.handle = handle
    }

    var isBehind: Bool { !waiting.isEmpty }

    /// Hands events on, at once if nothing has to be taken in before them.
    func receive(_ events: [ReceivedEvent]) {
        waiting += events
        goOn()
    }

    /// Hands on what waits, as far as nothing has to be taken in before it.
    func goOn() {
        guard !isHandling else { return }
        while wait == nil, let next = next() {
            isHandling = true
            let unfinished = handle(next.event, next.target).filter { !$0.isOver }
            isHandling = false
            guard !unfinished.isEmpty else { continue }
            wait = Task { [weak self] in
                for receipt in unfinished { _ = await receipt.outcome }
                self?.wait = nil
                self?.goOn()
            }
        }
    }

    /// Takes the next event; of characters for a field, all that follow one another.
    private func next() -> ReceivedEvent? {
        guard let first = waiting.first, !waits(first.event) else { return nil }
        guard first.character != nil, takesText() else { return waiting.popFirst() }
        let text = waiting.lazy.map(\.character).prefix { $0 != nil }.compactMap(\.self)
        waiting.removeFirst(text.count)
        return text.count == 1 ? first : ReceivedEvent(.paste(String(text)))
    }

    /// Waits until all input so far was handed on and taken in.
    func settled() async {
        while wait != nil || isBehind {
            await wait?.value
            await Task.yield()
        }
    }

    func close() {
        waiting = []
    }
}

extension ReceivedEvent {
    fileprivate var character: Character? {
        if case .key(.character(let character)) = event { character } else { nil }
    }
}
