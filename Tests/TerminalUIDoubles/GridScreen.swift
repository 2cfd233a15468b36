import Synchronization
package import TerminalUI

/// A screen in memory.
package final class GridScreen: TerminalScreen {
    private struct State {
        var size: Size
        var frames: [Frame] = []
        var receive: (@Sendable ([InputEvent]) -> Void)?
        var suspensions = 0
        var refreshes = 0
    }

    private let state: Mutex<State>
    package let hasUnicode: Bool

    package init(size: Size, hasUnicode: Bool = true) {
        state = Mutex(State(size: size))
        self.hasUnicode = hasUnicode
    }

    package var size: Size { state.withLock { $0.size } }
    /// All frames that were shown, oldest first.
    package var frames: [Frame] { state.withLock { $0.frames } }
    /// Whether the screen is open.
    package var isOpen: Bool { state.withLock { $0.receive != nil } }
    /// How often everything was drawn again.
    package var refreshes: Int { state.withLock { $0.refreshes } }
    /// How often the program was suspended.
    package var suspensions: Int { state.withLock { $0.suspensions } }

    /// The rows of the last frame, without the blanks at their ends.
    package var text: String { frames.last.map { TextRendering.text(of: $0.grid) } ?? "" }

    /// Sends events as a terminal would.
    package func send(_ events: InputEvent...) { send(events) }

    /// Sends events that arrive together.
    package func send(_ events: [InputEvent]) {
        for case .resize(let size) in events { state.withLock { $0.size = size } }
        let receive = state.withLock { $0.receive }
        receive?(events)
    }

    package func open(receive: @escaping @Sendable ([InputEvent]) -> Void) throws(TerminalError) {
        state.withLock { $0.receive = receive }
    }

    package func present(_ frame: Frame, theme: Theme) {
        state.withLock { $0.frames.append(frame) }
    }

    package func refresh() {
        state.withLock { $0.refreshes += 1 }
    }

    package func copy(_ text: String) {}

    package func suspend() {
        state.withLock { $0.suspensions += 1 }
        send(.resumed)
    }

    package func close() async {
        state.withLock { $0.receive = nil }
    }
}
