import NIOCore

/// A place in the pipeline right at the socket, to write from.
final class WireHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
}
