import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection below HTTP: bytes as they are, and ends that no well-behaved server makes.
struct Wire {
    let channel: any Channel

    /// Sends bytes past everything that would put them into form, and waits until the system has taken them.
    func write(_ bytes: [UInt8]) async {
        let channel = channel
        let buffer = ByteBuffer(bytes: bytes)
        try? await channel.eventLoop.flatSubmit { () -> EventLoopFuture<Void> in
            let promise = channel.eventLoop.makePromise(of: Void.self)
            do {
                let handler = WireHandler()
                try channel.pipeline.syncOperations.addHandler(handler, position: .first)
                let context = try channel.pipeline.syncOperations.context(handler: handler)
                context.writeAndFlush(NIOAny(buffer), promise: promise)
            } catch {
                promise.fail(error)
            }
            return promise.futureResult
        }.get()
    }

    /// Closes the connection in order.
    func close() async {
        try? await channel.close()
    }

    /// Closes the connection so that the other side sees a reset.
    func reset() async {
        let provider = channel as? any SocketOptionProvider
        try? await provider?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try? await channel.close()
    }
}

/// A place in the pipeline right at the socket, to write from.
final class WireHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
}
