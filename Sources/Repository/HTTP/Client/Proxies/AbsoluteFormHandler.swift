import NIOCore
import NIOHTTP1

/// Writes the whole URL into the first line of a request, as a proxy wants it for addresses that are not encrypted.
///
/// The client knows proxies by tunnels only, which most proxies refuse for anything but encrypted addresses. So the request is sent
/// to the proxy as if that were the server, with the server's name in `Host`, and is put into form here.
final class AbsoluteFormHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var part = unwrapOutboundIn(data)
        if case .head(var head) = part, let host = head.headers.first(name: "Host") {
            head.uri = "http://\(host)\(head.uri)"
            part = .head(head)
        }
        context.write(wrapOutboundOut(part), promise: promise)
    }

    /// Puts a handler between the client's own and the one that makes bytes of a request.
    @Sendable static func install(in channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
            try pipeline.addHandler(AbsoluteFormHandler(), position: .after(encoder))
        }
    }
}
