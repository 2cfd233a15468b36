import LoopbackHTTP
import Primitives

extension HTTPRequest {
    /// The rejection of a request that is meant for another host; `nil` if it is meant for this one.
    ///
    /// Another site could make its host name resolve to 127.0.0.1 and then read the replies as its own (DNS rebinding).
    var refusal: HTTPReply? {
        guard let host = headers["host"] else {
            return version == "HTTP/1.0" ? nil : .error(400, "The request has no Host header.")
        }
        var name = host.lowercased()
        if let colon = name.lastIndex(of: ":"), name[name.index(after: colon)...].allSatisfy(\.isNumber) {
            name = String(name[..<colon])
        }
        return ["127.0.0.1", "localhost", "[::1]"].contains(name)
            ? nil : .error(421, "This server only answers requests to 127.0.0.1 and localhost.")
    }
}

extension HTTPReply {
    init(status: Int, type: String?, body: [UInt8]) {
        self.init(status: status, headers: type.map { [("Content-Type", $0)] } ?? [], body: .bytes(body))
    }

    /// Returns plain text, the service's reply to unknown paths.
    static func text(_ status: Int, _ text: String) -> HTTPReply {
        HTTPReply(status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// Returns an error in the service's JSON format.
    static func error(_ status: Int, _ message: String) -> HTTPReply {
        let body = JSONWriter.object { $0.add("error", message) }
        return HTTPReply(status: status, type: "application/json; charset=utf-8", body: body)
    }

    /// Returns an error page like those of a proxy in front of the service.
    static func html(_ status: Int, _ title: String) -> HTTPReply {
        let page = """
            <!DOCTYPE html>
            <html><head><title>\(status) \(title)</title></head>
            <body><center><h1>\(status) \(title)</h1></center><hr></body></html>

            """
        return HTTPReply(status: status, type: "text/html; charset=utf-8", body: Array(page.utf8))
    }

    mutating func add(_ name: String, _ value: String) {
        headers.append((name, value))
    }

    /// Returns the reply with an ETag, or a 304 if the client already has it, like the service's web framework.
    func validated(for request: HTTPRequest) -> HTTPReply {
        guard status == 200, case .bytes(let bytes) = body else { return self }
        var reply = self
        let tag = Self.entityTag(of: bytes)
        reply.add("ETag", tag)
        let known = request.headers["if-none-match"] ?? ""
        let isKnown = known.split(separator: ",").map { $0.trimmed() }.contains { part in
            part == "*" || part == tag || part == tag.dropFirst(2)
        }
        guard isKnown else { return reply }
        reply.status = 304
        reply.headers.removeAll { $0.name == "Content-Type" || $0.name == "Content-Disposition" }
        reply.body = .bytes([])
        return reply
    }

    /// Returns a weak tag that consists of the length and a hash of the content.
    private static func entityTag(of body: [UInt8]) -> String {
        // FNV-1a: a cryptographic digest would take as long as generating the people.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        body.withUnsafeBufferPointer { bytes in
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return "W/\"\(String(body.count, radix: 16))-\(String(hash, radix: 16))\""
    }
}
