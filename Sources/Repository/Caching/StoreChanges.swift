import Primitives
import Synchronization

extension CachingContactRepository {
    /// How often the store is polled for writes by other processes.
    static let pollInterval = Duration.milliseconds(500)

    /// Returns an element after each write of the store, by this process or another one.
    ///
    /// Writes that follow each other quickly are one element. The stream has one consumer.
    package func storeChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [dao, clock, observers] continuation in
            let id = observers.add(continuation)
            let polling = Task {
                var last = try? await dao.revision()
                while (try? await clock.sleep(for: Self.pollInterval)) != nil {
                    // A revision that cannot be read is no change; the next poll reads it again.
                    guard let revision = try? await dao.revision(), revision != last else { continue }
                    last = revision
                    continuation.yield()
                }
            }
            continuation.onTermination = { _ in
                polling.cancel()
                observers.remove(id)
            }
        }
    }
}

/// The streams that are notified of the writes of a repository.
final class ChangeObservers: Sendable {
    private let streams = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

    func add(_ stream: AsyncStream<Void>.Continuation) -> UUID {
        let id = UUID()
        streams.withLock { $0[id] = stream }
        return id
    }

    func remove(_ id: UUID) {
        // Outside of the lock: the last reference to a stream may end it, which removes it again.
        _ = streams.withLock { $0.removeValue(forKey: id) }
    }

    func notify() {
        for stream in streams.withLock({ Array($0.values) }) { stream.yield() }
    }
}
