import Foundation
import Loopback
import Synchronization

/// A server on 127.0.0.1 that sends exactly the bytes that a test gives, valid HTTP or not.
final class LoopbackServer: Sendable {
    /// What happens after the bytes of an answer.
    enum Ending: Sendable {
        case close
        case hang
        case reset
    }

    struct Answer: Sendable {
        var bytes: [UInt8]
        var ending: Ending = .close

        init(_ bytes: [UInt8], ending: Ending = .close) {
            self.bytes = bytes
            self.ending = ending
        }

        /// A complete answer with the correct length.
        init(_ status: Int = 200, _ fields: [String] = [], body: [UInt8], ending: Ending = .close) {
            let head = ["HTTP/1.1 \(status) X", "Content-Length: \(body.count)", "Connection: close"] + fields
            self.init(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, ending: ending)
        }

        init(_ status: Int = 200, _ fields: [String] = ["Content-Type: application/json"], text: String) {
            self.init(status, fields, body: Array(text.utf8))
        }
    }

    private struct State {
        var heads: [String] = []
        var open: Set<Int32> = []
        var isStopped = false
    }

    let port: Int
    private let listener: Int32
    private let state = Mutex(State())
    private let handler: @Sendable (_ head: String, _ number: Int) -> Answer

    /// The base URL, without a path.
    var url: String { "http://127.0.0.1:\(port)" }

    /// The heads of all requests so far.
    var heads: [String] { state.withLock { $0.heads } }

    /// The targets of all requests so far.
    var targets: [String] { heads.map { String($0.split(separator: " ").dropFirst().first ?? "") } }

    private init(_ handler: @escaping @Sendable (String, Int) -> Answer) throws {
        self.handler = handler
        (listener, port) = try LoopbackSocket.listening()
    }

    /// A server whose handler gets the head of each request and its number, from 0.
    static func answering(
        _ handler: @escaping @Sendable (_ head: String, _ number: Int) -> Answer
    ) throws -> LoopbackServer {
        try LoopbackServer(handler)
    }

    /// Serves while `body` runs.
    func run<Result>(_ body: (LoopbackServer) async throws -> Result) async throws -> Result {
        Thread.detachNewThread { self.accept() }
        defer { stop() }
        return try await body(self)
    }

    private func stop() {
        state.withLock { state in
            state.isStopped = true
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let descriptor = Foundation.accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            state.withLock { state in
                state.open.insert(descriptor)
                if state.isStopped { shutdown(descriptor, Int32(SHUT_RDWR)) }
            }
            Thread.detachNewThread { self.serve(descriptor) }
        }
        close(listener)
    }

    private func serve(_ descriptor: Int32) {
        defer {
            state.withLock { _ = $0.open.remove(descriptor) }
            close(descriptor)
        }
        guard let head = readHead(descriptor) else { return }
        let number = state.withLock { state in
            state.heads.append(head)
            return state.heads.count - 1
        }
        let answer = handler(head, number)
        guard LoopbackSocket.send(answer.bytes, to: descriptor) else { return }
        switch answer.ending {
        case .close: break
        case .hang:
            // Ends when the client or the test closes the connection.
            var byte: UInt8 = 0
            _ = recv(descriptor, &byte, 1, 0)
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        }
    }

    /// Reads a request with its body, and returns its head.
    private func readHead(_ descriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = bytes.firstRange(of: [13, 10, 13, 10])?.upperBound {
                let head = String(decoding: bytes[..<end], as: UTF8.self)
                let length = head.lowercased().firstMatch(of: /\r\ncontent-length: *([0-9]+)/).flatMap { Int($0.1) }
                if bytes.count - end >= length ?? 0 { return head }
            }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            bytes += chunk.prefix(count)
        }
    }
}
