/// An answer as it was received, parsed as far as possible.
struct WireResponse: Sendable {
    /// 0 if no complete head was received.
    let status: Int
    /// By lower-case name.
    let headers: [String: String]
    /// The body as received; of a chunked body the joined chunks.
    let body: [UInt8]
    /// Whether the connection ended in a reset.
    let wasReset: Bool
    /// Whether the server kept the connection open and sent nothing more.
    let isUnfinished: Bool

    var text: String { String(decoding: body, as: UTF8.self) }

    init(received: [UInt8], wasReset: Bool = false, isUnfinished: Bool = false) {
        self.wasReset = wasReset
        self.isUnfinished = isUnfinished
        let separator: [UInt8] = [13, 10, 13, 10]
        guard let end = received.firstRange(of: separator)?.lowerBound else {
            status = 0
            headers = [:]
            body = []
            return
        }
        let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
        status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        self.headers = headers
        let rest = Array(received[(end + 4)...])
        body = headers["transfer-encoding"] == "chunked" ? Self.joined(rest) : rest
    }

    private static func joined(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 13) {
            guard let count = Int(String(decoding: rest[rest.startIndex..<end], as: UTF8.self), radix: 16), count > 0
            else { break }
            let start = end + 2
            result.append(contentsOf: rest[start..<min(start + count, rest.endIndex)])
            rest = rest[min(start + count + 2, rest.endIndex)...]
        }
        return result
    }
}
