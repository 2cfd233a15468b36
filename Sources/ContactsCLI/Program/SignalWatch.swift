import Dispatch
import Primitives
import Synchronization
import TerminalUI

/// Calls a closure on the first SIGINT or SIGTERM; the second one ends the process at once.
final class SignalWatch {
    private let record = SignalRecord()
    /// Kept because a source is canceled when it is released.
    private let sources: [any DispatchSourceSignal]

    /// Starts watching; on the first signal, `stop` is called on a system queue.
    init(stop: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { [record] number in
            #if canImport(Darwin)
            // Otherwise the signal's default action would end the process.
            _ = signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if record.add(number) {
                    stop()
                } else {
                    // Restore the terminal here, because the process exits without further cleanup.
                    TerminalGuard.giveBack()
                    _exit(128 + number)
                }
            }
            source.activate()
            return source
        }
    }

    /// The exit status for the first signal; `nil` if none was received.
    var status: ExitStatus? {
        record.first.map { $0 == SIGINT ? .interrupted : .terminated }
    }
}

final class SignalRecord: Sendable {
    private let number = Mutex<Int32?>(nil)

    var first: Int32? { number.withLock { $0 } }

    func add(_ signal: Int32) -> Bool {
        number.withLock { number in
            if number != nil { return false }
            number = signal
            return true
        }
    }
}
