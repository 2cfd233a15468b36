import Foundation
import Synchronization

/// A server on 127.0.0.1 that answers every request with the same JSON, valid or not.
final class CannedServer: Sendable {
    /// The URL of the API, ending in a slash.
    let baseURL: String

    private let listener: Int32
    private let answer: [UInt8]

    /// Starts a server with one more header field, if given.
    init(json: String, field: String? = nil) throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n"
        answer = Array((head + (field.map { "\($0)\r\n" } ?? "") + "Connection: close\r\n\r\n" + json).utf8)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) | listen(listener, 16) | getsockname(listener, $0, &length)
            }
        }
        guard code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        baseURL = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/api/"
        Thread { [answer] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                var request = [UInt8](repeating: 0, count: 8_192)
                _ = read(connection, &request, request.count)
                // A plain write would end the tests when the client is gone.
                _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                close(connection)
            }
        }.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
