import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

/// An HTTPS server on 127.0.0.1 with a certificate of its own, which nobody trusts unless a test says so.
///
/// The certificate is for the names `localhost` and `people.invalid`, for no address, and ends in the year 9999.
final class TLSServer: Sendable {
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let server: TLSServer

        init(_ server: TLSServer) {
            self.server = server
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let head = String(buffer: unwrapInboundIn(data))
            server.log.withLock { $0.append(head) }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: server.answer)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private let answer: String
    private let log = Mutex<[String]>([])

    /// The heads of the requests that came through the encryption, in order.
    var heads: [String] { log.withLock { $0 } }

    private init(answer: String) {
        self.answer = answer
    }

    /// Runs `body` with a server that answers every request with this body or whole answer, its port, and the path of its
    /// certificate.
    static func answering<Result>(
        _ text: String = "{}",
        _ body: (_ server: TLSServer, _ port: Int, _ certificateFile: String) async throws -> Result
    ) async throws -> Result {
        let server = TLSServer(
            answer: text.hasPrefix("HTTP/")
                ? text : "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        )
        let security = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(NIOSSLCertificate(bytes: decoded(certificate), format: .der))],
                privateKey: .privateKey(NIOSSLPrivateKey(bytes: decoded(key), format: .der))
            )
        )
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandlers(NIOSSLServerHandler(context: security), Answering(server))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(
                try await withTemporaryFolder { folder in
                    let file = folder + "/authority.pem"
                    let pem = "-----BEGIN CERTIFICATE-----\n\(certificate)\n-----END CERTIFICATE-----\n"
                    try pem.write(toFile: file, atomically: false, encoding: .utf8)
                    return try await body(server, try #require(channel.localAddress?.port), file)
                }
            )
        } catch { result = .failure(error) }
        try await channel.close()
        return try result.get()
    }

    private static func decoded(_ text: String) throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
    }

    private static let certificate = """
        MIIBezCCASGgAwIBAgIBAjAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5wZW9wbGUu
        aW52YWxpZDAgFw0yMDAxMDEwMDAwMDBaGA85OTk5MTIzMTIzNTk1OVowGTEXMBUG
        A1UEAwwOcGVvcGxlLmludmFsaWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQx
        18r3/FRwVS9NuWyAmVHqIhGpxIHbYFe08wWDemOb69gBRrTtQFbHmbo3C3t/qcog
        b2UAXKmOlAR6qjQ4B4Vto1gwVjAPBgNVHRMBAf8EBTADAQH/MCQGA1UdEQQdMBuC
        CWxvY2FsaG9zdIIOcGVvcGxlLmludmFsaWQwHQYDVR0OBBYEFKKIdMXnykLRfv0g
        7PX1Bo0/gK+wMAoGCCqGSM49BAMCA0gAMEUCIQDNQIjdOCHCJVQBkh3yaUAR6vq4
        HZNsH2aIw0KXWvGhzAIgcxnvTvH6NBWIyZ3wAsSWeriX09tv3rQDC2m/y/o+nb8=
        """

    /// Guards nothing: it is here for everybody to read.
    private static let key = """
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgizjTuCLSMtDjFLPv
        vAqlhMyMcLkqtg1UeRY3BEcwXzChRANCAAQx18r3/FRwVS9NuWyAmVHqIhGpxIHb
        YFe08wWDemOb69gBRrTtQFbHmbo3C3t/qcogb2UAXKmOlAR6qjQ4B4Vt
        """
}
