import Foundation

/// A server on 127.0.0.1 that passes requests on to another one and spoils the answers.
///
/// Each connection carries one request.
package final class FaultyServer: Sendable {
    /// What goes wrong.
    package enum Fault: Sendable {
        /// The answer comes whole.
        case none
        /// The answer comes late.
        case delay(Duration)
        /// No answer comes, and the connection stays open.
        case hang
        /// The body comes in pieces of so many bytes, ten a second.
        case drip(Int)
        /// The connection is reset in place of an answer, before the server behind gets the request.
        case reset
        /// The connection is reset after so many bytes of the body.
        case resetBody(after: Int)
        /// The connection is closed after so many bytes of the body.
        case truncate(after: Int)
        /// The announced length is wrong by so many bytes.
        case wrongLength(by: Int)
        /// Another answer comes, with its right length.
        case answer(Int, fields: [String] = [], body: String = #"{"error":"Uh oh"}"#)
        /// So many redirections come before the answer.
        case redirect(Int)
        /// A JSON document of so many bytes comes.
        case oversize(Int)
        /// A small body comes that decompresses to so many bytes.
        case gzipBomb(Int)
    }

    /// Chooses the fault of a request by its number, which counts from 0; called on a thread of the connection.
    package typealias Script = @Sendable (_ number: Int) -> Fault

    /// The origin, and the URL of the API, which ends in a slash.
    package let origin: String
    package var baseURL: String { origin + "/api/" }
    private let server: RequestServer

    package var requestCount: Int { server.requestCount }

    /// Starts a faulty server in front of the one with this URL; ``stop()`` ends it.
    package init(before url: String, script: @escaping Script) throws {
        let upstream = URL(string: url)?.port ?? 0
        server = try RequestServer { request, client in
            Self.answer(request, with: script(request.number), from: upstream, to: client)
        }
        origin = "http://127.0.0.1:\(server.port)"
    }

    package func stop() { server.stop() }

    private static func answer(_ request: LoopbackRequest, with fault: Fault, from upstream: Int, to client: Int32) {
        switch fault {
        case .none: send(request.forwarded(to: upstream), client)
        case .delay(let time):
            guard !hasLeft(client, within: time) else { return }
            send(request.forwarded(to: upstream), client)
        case .hang: while !hasLeft(client, within: .seconds(600)) {}
        case .drip(let size):
            let (head, body) = request.forwarded(to: upstream)
            guard LoopbackSocket.send(head, to: client) else { return }
            for start in stride(from: 0, to: body.count, by: size) {
                guard !hasLeft(client, within: .milliseconds(100)),
                    LoopbackSocket.send(body[start...].prefix(size), to: client)
                else { return }
            }
        case .reset: LoopbackSocket.resetOnClose(client)
        case .resetBody(let size), .truncate(let size):
            let (head, body) = request.forwarded(to: upstream)
            send((head, Array(body.prefix(size))), client)
            if case .resetBody = fault { LoopbackSocket.resetOnClose(client) }
        case .wrongLength(let difference):
            let body = request.forwarded(to: upstream).body
            send((head(200, ["Content-Length: \(body.count + difference)"]), body), client)
        case .answer(let status, let fields, let body): send(status, fields, Array(body.utf8), client)
        case .redirect(let hops):
            // The target itself counts the hops, so that each request has all of them.
            let target = request.target
            guard target.split(separator: "&hop", omittingEmptySubsequences: false).count <= hops else {
                return send(request.forwarded(to: upstream), client)
            }
            send(302, ["Location: \(target)&hop"], [], client)
        case .oversize(let size):
            send(200, [], Array("[".utf8) + [UInt8](repeating: 32, count: size - 2) + Array("]".utf8), client)
        case .gzipBomb(let size):
            send(200, ["Content-Encoding: gzip"], bombStart + [UInt8](repeating: 0, count: size / 1_032), client)
        }
    }

    /// The start of a gzip file whose codes unpack each zero byte that follows to 1,032 spaces.
    private static let bombStart: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 237, 192, 129, 0, 0, 0, 0, 128, 32, 149, 253, 41, 23, 169,
    ]

    private static func send(_ status: Int, _ fields: [String], _ body: [UInt8], _ client: Int32) {
        send((head(status, ["Content-Length: \(body.count)"] + fields), body), client)
    }

    private static func send(_ answer: (head: [UInt8], body: [UInt8]), _ client: Int32) {
        _ = LoopbackSocket.send(answer.head + answer.body, to: client)
    }

    private static func head(_ status: Int, _ fields: [String]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) X", "Content-Type: application/json", "Connection: close"] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Waits; returns early, with `true`, when the client closes the connection.
    private static func hasLeft(_ client: Int32, within time: Duration) -> Bool {
        var state = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, Int32(time / .milliseconds(1))) != 0
    }
}
