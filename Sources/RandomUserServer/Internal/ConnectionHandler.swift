import Hummingbird
import NIOCore

/// Tells the registry of a connection as soon as it is set up.
final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let registry: ConnectionRegistry

    init(registry: ConnectionRegistry) {
        self.registry = registry
    }

    func handlerAdded(context: ChannelHandlerContext) {
        registry.add(context.channel)
    }
}

/// What a responder knows beside the request: the connection, for the address and for faults on the wire.
struct ConnectionContext: InitializableFromSource, Sendable {
    typealias Source = ApplicationRequestContextSource

    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }
}
