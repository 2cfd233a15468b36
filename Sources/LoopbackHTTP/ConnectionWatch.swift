import CMicroHTTPD
import Primitives
import Synchronization

/// A watch that closes connections whose clients don't send their whole request in time.
///
/// libmicrohttpd closes idle connections; a client that sends a byte now and then would stay connected.
final class ConnectionWatch: Sendable {
    private struct Entry {
        let socket: Int32
        /// The time since which a request is expected; `nil` while one is being answered.
        var waitsSince: ContinuousClock.Instant?
    }

    /// The open connections, by address.
    private let entries = Mutex<[Int: Entry]>([:])

    /// Expects a request on a new connection.
    func add(_ connection: Connection) {
        let entry = Entry(socket: CMHD_socket(connection), waitsSince: .now)
        entries.withLock { $0[Int(bitPattern: connection)] = entry }
    }

    /// Removes a connection before its socket is closed.
    func remove(_ connection: Connection) {
        entries.withLock { $0[Int(bitPattern: connection)] = nil }
    }

    func expectRequest(on connection: Connection) {
        entries.withLock { $0[Int(bitPattern: connection)]?.waitsSince = .now }
    }

    /// Removes the time limit while the request is being answered.
    func requestIsComplete(on connection: Connection) {
        entries.withLock { $0[Int(bitPattern: connection)]?.waitsSince = nil }
    }

    /// Closes connections that have waited for `limit`, until the task is cancelled.
    func closingLate(after limit: Duration) -> Task<Void, Never> {
        Task { [self] in
            while (try? await Task.sleep(for: limit / 4)) != nil {
                let now = ContinuousClock.now
                // With the lock held: as long as its entry exists, the socket is open. libmicrohttpd closes it afterwards.
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
