import Foundation
import Synchronization

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
        /// The connection is reset in place of an answer.
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
        /// A JSON document of so many bytes comes, with its length or in chunks.
        case oversize(Int, isChunked: Bool = false)
        /// A small body comes that decompresses to so many bytes.
        case gzipBomb(Int)
    }

    /// Chooses the fault of a request by its number, which counts from 0; called on a thread of the connection.
    package typealias Script = @Sendable (_ number: Int) -> Fault

    /// The URL of the API, ending in a slash.
    package let baseURL: String
    private let listener: Int32
    private let upstream: Int
    private let script: Script
    private let count = Mutex(0)

    /// Starts a faulty server in front of the one with this URL; ``stop()`` ends it.
    package init(before url: String, script: @escaping Script) throws {
        let (listener, port) = try LoopbackSocket.listening(backlog: 64)
        self.listener = listener
        self.script = script
        upstream = URL(string: url)?.port ?? 0
        baseURL = "http://127.0.0.1:\(port)/api/"
        Thread.detachNewThread { self.accept() }
    }

    /// Accepts no more connections.
    package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The number of requests so far.
    package var requestCount: Int { count.withLock(\.self) }

    private func accept() {
        while case let client = Foundation.accept(listener, nil, nil), client >= 0 {
            Thread.detachNewThread {
                if let request = Self.readHead(client) { self.answer(request, client) }
                close(client)
            }
        }
        close(listener)
    }

    private func answer(_ request: String, _ client: Int32) {
        let fault = script(
            count.withLock { count in
                count += 1
                return count - 1
            }
        )
        switch fault {
        case .none: send(forward(request), client)
        case .delay(let time):
            guard !Self.hasLeft(client, within: time) else { return }
            send(forward(request), client)
        case .hang: while !Self.hasLeft(client, within: .seconds(600)) {}
        case .drip(let size):
            let (head, body) = forward(request)
            guard LoopbackSocket.send(head, to: client) else { return }
            for start in stride(from: 0, to: body.count, by: size) {
                guard !Self.hasLeft(client, within: .milliseconds(100)),
                    LoopbackSocket.send(body[start...].prefix(size), to: client)
                else { return }
            }
        case .reset: Self.resetOnClose(client)
        case .resetBody(let size), .truncate(let size):
            let (head, body) = forward(request)
            send((head, Array(body.prefix(size))), client)
            if case .resetBody = fault { Self.resetOnClose(client) }
        case .wrongLength(let difference):
            let body = forward(request).body
            send((Self.head(200, ["Content-Length: \(body.count + difference)"]), body), client)
        case .answer(let status, let fields, let body): send(status, fields, Array(body.utf8), client)
        case .redirect(let hops):
            // The target itself counts the hops, so that each request has all of them.
            let target = request.split(separator: " ")[1]
            guard target.split(separator: "&hop", omittingEmptySubsequences: false).count <= hops else {
                return send(forward(request), client)
            }
            send(302, ["Location: \(target)&hop"], [], client)
        case .oversize(let size, let isChunked):
            let body = Array("[".utf8) + [UInt8](repeating: 32, count: size - 2) + Array("]".utf8)
            guard isChunked else { return send(200, [], body, client) }
            let chunk = Array((String(size, radix: 16) + "\r\n").utf8) + body + Array("\r\n0\r\n\r\n".utf8)
            send((Self.head(200, ["Transfer-Encoding: chunked"]), chunk), client)
        case .gzipBomb(let size):
            send(200, ["Content-Encoding: gzip"], Self.bombStart + [UInt8](repeating: 0, count: size / 1_032), client)
        }
    }

    /// The start of a gzip file whose codes unpack each zero byte that follows to 1,032 spaces.
    private static let bombStart: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 237, 192, 129, 0, 0, 0, 0, 128, 32, 149, 253, 41, 23, 169,
    ]

    private func send(_ status: Int, _ fields: [String], _ body: [UInt8], _ client: Int32) {
        send((Self.head(status, ["Content-Length: \(body.count)"] + fields), body), client)
    }

    private func send(_ answer: (head: [UInt8], body: [UInt8]), _ client: Int32) {
        _ = LoopbackSocket.send(answer.head + answer.body, to: client)
    }

    private static func head(_ status: Int, _ fields: [String]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) X", "Content-Type: application/json", "Connection: close"] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Sends a request to the server behind this one, and returns its answer.
    private func forward(_ request: String) -> (head: [UInt8], body: [UInt8]) {
        guard let server = try? LoopbackSocket.connected(to: upstream) else { return ([], []) }
        defer { close(server) }
        let closing = request.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
        guard LoopbackSocket.send(Array(closing.utf8), to: server) else { return ([], []) }
        var answer: [UInt8] = []
        while case let bytes = LoopbackSocket.receive(from: server), !bytes.isEmpty { answer += bytes }
        let end = answer.firstRange(of: [13, 10, 13, 10])?.upperBound ?? answer.count
        return (Array(answer[..<end]), Array(answer[end...]))
    }

    private static func readHead(_ client: Int32) -> String? {
        var bytes: [UInt8] = []
        while bytes.firstRange(of: [13, 10, 13, 10]) == nil {
            let next = LoopbackSocket.receive(from: client)
            if next.isEmpty { return nil }
            bytes += next
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits; returns early, with `true`, when the client closes the connection.
    private static func hasLeft(_ client: Int32, within time: Duration) -> Bool {
        var state = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, Int32(time / .milliseconds(1))) != 0
    }

    private static func resetOnClose(_ client: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Foundation.linger>.size))
    }
}
