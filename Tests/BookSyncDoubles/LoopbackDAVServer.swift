import Foundation
import Loopback
package import Repository
import Synchronization

/// Serves a ``MemoryDAVServer`` on 127.0.0.1, for programs of their own.
///
/// Each connection carries one request.
package final class LoopbackDAVServer: Sendable {
    package let server: MemoryDAVServer
    /// The address of the address book.
    package let address: String
    private let listener: Int32

    /// Starts to serve; `door` answers a request before the server sees it, or lets it in with `nil`.
    package init(
        _ server: MemoryDAVServer = MemoryDAVServer(),
        door: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
    ) throws {
        self.server = server
        let (listener, port) = try LoopbackSocket.listening(backlog: 64)
        self.listener = listener
        address = "http://127.0.0.1:\(port)\(MemoryDAVServer.path)"
        Thread.detachNewThread {
            while case let client = accept(listener, nil, nil), client >= 0 {
                Thread.detachNewThread {
                    guard let request = Self.request(from: client) else {
                        close(client)
                        return
                    }
                    Task {
                        var response = door(request)
                        if response == nil { response = try? await server.send(request) }
                        _ = LoopbackSocket.send(Self.bytes(of: response ?? HTTPResponse(status: 500)), to: client)
                        close(client)
                    }
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func request(from client: Int32) -> HTTPRequest? {
        var bytes: [UInt8] = []
        var body: Int?
        var request = HTTPRequest(method: "", url: "", timeout: .seconds(60))
        while body.map({ bytes.count < $0 }) ?? true {
            let next = LoopbackSocket.receive(from: client)
            if next.isEmpty { return nil }
            bytes += next
            guard body == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ").map(String.init)
            guard words.count == 3 else { return nil }
            (request.method, request.url) = (words[0], "http://127.0.0.1" + words[1])
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                request.headers[parts[0]] = parts.count > 1 ? parts[1] : ""
            }
            bytes.removeSubrange(..<end.upperBound)
            body = request.headers["Content-Length"].flatMap { Int($0) } ?? 0
        }
        request.body = bytes
        return request
    }

    private static func bytes(of response: HTTPResponse) -> [UInt8] {
        var lines = ["HTTP/1.1 \(response.status) X", "Content-Length: \(response.body.count)", "Connection: close"]
        lines += response.headers.pairs.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + response.body
    }
}
