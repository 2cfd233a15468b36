import Foundation
import Synchronization

/// An HTTPS server on 127.0.0.1 with a certificate of its own, which is trusted only where a test says so.
///
/// The certificate is for the names `localhost` and `people.invalid`, for no address, and ends in the year 9999.
package final class TLSServer: Sendable {
    private let answer: String
    private let security: TLSContext
    private let log = RequestLog<String>()
    private let connections = Mutex(0)

    /// The heads of the requests that came through the encryption, in order.
    package var heads: [String] { log.requests }

    /// How many connections have come.
    package var connectionCount: Int { connections.withLock(\.self) }

    private init(answer: String, newest: TLSContext.Version) throws {
        self.answer = answer
        security = try TLSContext(
            certificate: Self.decoded(Self.certificate),
            key: Self.decoded(Self.key),
            newest: newest
        )
    }

    /// Runs `body` with a server that answers every request with this body or whole answer, its port, and the path of its
    /// certificate; it speaks no newer version of TLS than the given one.
    package static func answering<Result>(
        _ text: String = "{}",
        newest: TLSContext.Version = .tls13,
        _ body: (_ server: TLSServer, _ port: Int, _ certificateFile: String) async throws -> Result
    ) async throws -> Result {
        let connections = try ConnectionServer()
        let whole = "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        let server = try TLSServer(answer: text.hasPrefix("HTTP/") ? text : whole, newest: newest)
        connections.accept { server.serve($0) }
        defer { connections.stop() }
        let file = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        let pem = "-----BEGIN CERTIFICATE-----\n\(certificate)\n-----END CERTIFICATE-----\n"
        try pem.write(to: file, atomically: false, encoding: .utf8)
        return try await body(server, connections.port, file.path)
    }

    private func serve(_ client: Int32) {
        connections.withLock { $0 += 1 }
        security.accept(client) { read, write in
            var request: [UInt8] = []
            while let bytes = read() {
                request += bytes
                guard let end = request.firstRange(of: [13, 10, 13, 10])?.upperBound else { continue }
                let head = String(decoding: request[..<end], as: UTF8.self)
                guard request.count >= end + Self.bodyLength(head) else { continue }
                log.add(head)
                request = []
                write(Array(answer.utf8))
            }
        }
    }

    /// How many bytes follow the head of a request.
    private static func bodyLength(_ head: String) -> Int {
        let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        return field?.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static func decoded(_ text: String) throws -> [UInt8] {
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { throw POSIXError(.EINVAL) }
        return Array(data)
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

    /// Protects nothing: it is public.
    private static let key = """
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgizjTuCLSMtDjFLPv
        vAqlhMyMcLkqtg1UeRY3BEcwXzChRANCAAQx18r3/FRwVS9NuWyAmVHqIhGpxIHb
        YFe08wWDemOb69gBRrTtQFbHmbo3C3t/qcogb2UAXKmOlAR6qjQ4B4Vt
        """
}
