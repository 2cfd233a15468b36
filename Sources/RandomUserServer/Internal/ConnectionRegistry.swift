import NIOCore
import Synchronization

/// The open connections, so that stopping the server can end those that would never end by themselves.
final class ConnectionRegistry: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Remembers a connection until it closes; after the end it is closed at once.
    func add(_ channel: any Channel) {
        let key = ObjectIdentifier(channel)
        let isClosed = state.withLock { state in
            if !state.isClosed { state.channels[key] = channel }
            return state.isClosed
        }
        if isClosed {
            channel.close(promise: nil)
        } else {
            channel.closeFuture.whenComplete { [weak self] _ in
                self?.state.withLock { _ = $0.channels.removeValue(forKey: key) }
            }
        }
    }

    /// Asks every connection to end after the answer that it is busy with, and takes no new one.
    func quiesce() {
        for channel in close() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Closes every connection that is still open.
    func closeAll() async {
        for channel in close() { try? await channel.close() }
    }

    private func close() -> [any Channel] {
        state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
    }

    /// Waits until the last connection has closed.
    func waitUntilEmpty() async {
        for channel in state.withLock({ Array($0.channels.values) }) { try? await channel.closeFuture.get() }
    }
}
