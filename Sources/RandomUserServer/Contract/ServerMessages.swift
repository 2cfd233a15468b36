/// An answer before it goes onto the wire.
struct ServerReply: Sendable {
    struct Header: Sendable {
        let name: String
        let value: String
    }

    var status: Int
    var headers: [Header]
    var body: [UInt8]

    init(status: Int, type: String?, body: [UInt8], headers: [Header] = []) {
        self.status = status
        self.headers = headers
        self.body = body
        if let type { self.headers.append(Header(name: "Content-Type", value: type)) }
    }

    /// A plain text, as the service answers what it does not have.
    static func text(_ status: Int, _ text: String) -> ServerReply {
        ServerReply(status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// The service's way to tell an error in JSON.
    static func error(_ status: Int, _ message: String) -> ServerReply {
        var writer = ByteWriter(capacity: message.utf8.count + 16)
        writer.append("{\"error\":" as StaticString)
        writer.appendJSON(message)
        writer.append(UInt8(ascii: "}"))
        return ServerReply(status: status, type: "application/json; charset=utf-8", body: writer.bytes)
    }

    /// A page such as a proxy in front of the service shows.
    static func html(_ status: Int, _ title: String) -> ServerReply {
        let page = """
            <!DOCTYPE html>
            <html><head><title>\(status) \(title)</title></head>
            <body><center><h1>\(status) \(title)</h1></center><hr></body></html>

            """
        return ServerReply(status: status, type: "text/html; charset=utf-8", body: Array(page.utf8))
    }

    mutating func add(_ name: String, _ value: String) {
        headers.append(Header(name: name, value: value))
    }
}
