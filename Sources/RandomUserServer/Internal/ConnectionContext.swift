import Hummingbird
import NIOCore

/// What a responder knows beside the request: the connection, for the address and for faults on the wire.
struct ConnectionContext: InitializableFromSource, Sendable {
    typealias Source = ApplicationRequestContextSource

    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }
}
