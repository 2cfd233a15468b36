import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Turns the first interrupt or request to end into a call, and lets the second one end the process at once.
final class SignalWatch {
    private let record = SignalRecord()
    /// Kept because a source that nobody holds tells nothing any more.
    private let sources: [any DispatchSourceSignal]

    /// Begins to watch.
    ///
    /// - Parameter stop: Called on a queue of the system, once, at the first signal.
    init(stop: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { [record] number in
            #if canImport(Darwin)
            // The queue is told only about signals that nobody else handles.
            _ = signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if record.isFirst(number) {
                    stop()
                } else {
                    _exit(128 + number)
                }
            }
            source.activate()
            return source
        }
    }

    /// What the program ends with when a signal stopped it; `nil` when none came.
    var status: ExitStatus? {
        record.first.map { $0 == SIGINT ? .interrupted : .terminated }
    }
}

/// Remembers the first signal that came.
final class SignalRecord: Sendable {
    private let number = Mutex<Int32?>(nil)

    /// The first signal; `nil` when none came.
    var first: Int32? { number.withLock { $0 } }

    /// Notes a signal, and says whether it is the first.
    func isFirst(_ signal: Int32) -> Bool {
        number.withLock { number in
            if number != nil { return false }
            number = signal
            return true
        }
    }
}
