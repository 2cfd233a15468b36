import CMicroHTTPD
import Primitives
import Synchronization

/// Ends connections whose client does not send its whole request in time.
///
/// libmicrohttpd closes connections without progress; a client that sends a byte now and then would stay.
final class ConnectionWatch: Sendable {
    private struct Entry {
        let socket: Int32
        /// Since when a request is expected; nil while one is answered.
        var waitsSince: ContinuousClock.Instant?
    }

    /// The open connections by their address.
    private let entries = Mutex<[Int: Entry]>([:])

    /// Expects a request on a new connection.
    func add(_ connection: Connection) {
        let entry = Entry(socket: CMHD_socket(connection), waitsSince: .now)
        entries.withLock { $0[Int(bitPattern: connection)] = entry }
    }

    /// Forgets a connection before its socket is closed.
    func remove(_ connection: Connection) {
        entries.withLock { $0[Int(bitPattern: connection)] = nil }
    }

    func expectRequest(on connection: Connection) {
        entries.withLock { $0[Int(bitPattern: connection)]?.waitsSince = .now }
    }

    /// Lets the answer take as long as it takes.
    func requestIsComplete(on connection: Connection) {
        entries.withLock { $0[Int(bitPattern: connection)]?.waitsSince = nil }
    }

    /// Ends connections that have waited for `limit`, until the task is cancelled.
    func closingLate(after limit: Duration) -> Task<Void, Never> {
        Task { [self] in
            while (try? await Task.sleep(for: limit / 4)) != nil {
                let now = ContinuousClock.now
                // With the lock held: the socket is open as long as its entry is here. libmicrohttpd closes it then.
                entries.withLock { entries in
                    for entry in entries.values {
                        guard let start = entry.waitsSince, now - start >= limit else { continue }
                        shutdown(entry.socket, Int32(SHUT_RDWR))
                    }
                }
            }
        }
    }
}
