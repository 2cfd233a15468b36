/// A reply with what the real service's web framework adds: entity tag, 304, gzip.
struct FinishedReply {
    private(set) var status: Int
    private(set) var headers: [ServerReply.Header]
    private(set) var body: [UInt8]

    init(_ reply: ServerReply, request: ServerRequest) {
        status = reply.status
        headers = reply.headers
        body = reply.body
        guard request.method == "GET" || request.method == "HEAD" else { return }
        if status == 200 {
            let tag = Self.entityTag(body)
            add("ETag", tag)
            if Self.matches(request.headers["if-none-match"], tag) {
                status = 304
                headers.removeAll { $0.name == "Content-Type" || $0.name == "Content-Disposition" }
                body = []
                return
            }
        }
        let isText = !headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("image/") }
        guard isText, body.count > 1_024 else { return }
        add("Vary", "Accept-Encoding")
        if Self.acceptsGzip(request.headers["accept-encoding"]) {
            body = GzipEncoder.encode(body)
            add("Content-Encoding", "gzip")
        }
    }

    /// The reply as it is sent; libmicrohttpd leaves out the body for HEAD.
    var reply: ServerReply {
        ServerReply(status: status, type: nil, body: body, headers: headers)
    }

    private mutating func add(_ name: String, _ value: String) {
        headers.append(ServerReply.Header(name: name, value: value))
    }

    /// Returns a weak tag made of length and content.
    private static func entityTag(_ body: [UInt8]) -> String {
        // FNV-1a: a cryptographic digest would take as long as generating the people.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        body.withUnsafeBufferPointer { bytes in
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return "W/\"\(String(body.count, radix: 16))-\(String(hash, radix: 16))\""
    }

    private static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        let opaque = tag.dropFirst(2)
        return header.split(separator: ",").contains { part in
            let candidate = QueryString.trim(part)
            return candidate == "*" || candidate == opaque || candidate == tag
        }
    }

    private static func acceptsGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.lowercased().split(separator: ",").contains { part in
            let parameters = part.split(separator: ";").map { QueryString.trim($0) }
            guard let coding = parameters.first, coding == "gzip" || coding == "*" else { return false }
            return !parameters.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }
}
