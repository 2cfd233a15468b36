import Foundation
import Loopback
import Synchronization

/// A proxy on 127.0.0.1 for `CONNECT` and SOCKS 5 tunnels.
///
/// All tunnels lead to one port, whatever server is requested.
final class TunnelProxy: Sendable {
    private let connections: ConnectionServer
    private let target: Int
    private let requests = Mutex<[String]>([])

    var port: Int { connections.port }

    /// The requested servers, in order: `CONNECT host:port` or `SOCKS host:port`.
    var asked: [String] { requests.withLock { $0 } }

    /// Runs `body` with a proxy whose tunnels lead to the port.
    static func leading<Result>(to port: Int, _ body: (TunnelProxy) async throws -> Result) async throws -> Result {
        let proxy = try TunnelProxy(target: port)
        proxy.connections.accept { proxy.serve($0) }
        defer { proxy.connections.stop() }
        return try await body(proxy)
    }

    private init(target: Int) throws {
        self.target = target
        connections = try ConnectionServer()
    }

    private func serve(_ client: Int32) {
        let first = LoopbackSocket.receive(from: client)
        guard let answer = first.first == 5 ? socks(client) : connect(first),
            let server = try? LoopbackSocket.connected(to: target)
        else { return }
        defer { close(server) }
        guard LoopbackSocket.send(answer, to: client) else { return }
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.pass(from: server, to: client)
            isDone.signal()
        }
        pass(from: client, to: server)
        isDone.wait()
    }

    /// Passes bytes on until one side ends, and then ends the other.
    private func pass(from source: Int32, to target: Int32) {
        while true {
            let bytes = LoopbackSocket.receive(from: source)
            guard !bytes.isEmpty, LoopbackSocket.send(bytes, to: target) else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    /// The answer to `CONNECT host:port HTTP/1.1`.
    private func connect(_ request: [UInt8]) -> [UInt8]? {
        let parts = String(decoding: request, as: UTF8.self).split(separator: " ")
        guard parts.count > 2, parts[0] == "CONNECT" else { return nil }
        requests.withLock { $0.append("CONNECT \(parts[1])") }
        return Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    }

    /// The answer to a greeting without a password and a request for a name or an IPv4 address.
    private func socks(_ client: Int32) -> [UInt8]? {
        guard LoopbackSocket.send([5, 0], to: client) else { return nil }
        let request = LoopbackSocket.receive(from: client)
        guard request.count > 6, request[0] == 5, request[1] == 1 else { return nil }
        let host: String
        switch request[3] {
        case 1: host = request[4..<8].map(String.init).joined(separator: ".")
        case 3: host = String(decoding: request[5..<min(5 + Int(request[4]), request.count)], as: UTF8.self)
        default: return nil
        }
        let port = request.suffix(2).reduce(0) { $0 << 8 | Int($1) }
        requests.withLock { $0.append("SOCKS \(host):\(port)") }
        return [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    }
}
