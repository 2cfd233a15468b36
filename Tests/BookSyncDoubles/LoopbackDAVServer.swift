import Foundation
import Loopback
package import Repository
import Synchronization

/// Serves a ``MemoryDAVServer`` on 127.0.0.1, for programs of their own.
package final class LoopbackDAVServer: Sendable {
    package let server: MemoryDAVServer
    /// The address of the address book.
    package let address: String
    private let listener: RequestServer

    /// Starts to serve; `door` answers a request before the server sees it, or lets it in with `nil`.
    package init(
        _ server: MemoryDAVServer = MemoryDAVServer(),
        door: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
    ) throws {
        self.server = server
        listener = try RequestServer { request, client in
            let inner = HTTPRequest(
                method: request.method,
                url: "http://127.0.0.1" + request.target,
                headers: HTTPHeaderFields(request.fields),
                body: request.body
            )
            let isDone = DispatchSemaphore(value: 0)
            Task {
                var response = door(inner)
                if response == nil { response = try? await server.send(inner) }
                _ = LoopbackSocket.send(Self.bytes(of: response ?? HTTPResponse(status: 500)), to: client)
                isDone.signal()
            }
            isDone.wait()
        }
        address = "http://127.0.0.1:\(listener.port)\(MemoryDAVServer.path)"
    }

    private static func bytes(of response: HTTPResponse) -> [UInt8] {
        var lines = ["HTTP/1.1 \(response.status) X", "Content-Length: \(response.body.count)", "Connection: close"]
        lines += response.headers.pairs.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + response.body
    }
}
