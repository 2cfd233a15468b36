/// An answer as it was received, parsed as far as possible.
struct WireResponse: Sendable {
    /// 0 if no complete head was received.
    let status: Int
    /// By lower-case name.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    init(received: [UInt8]) {
        let end = received.firstRange(of: [13, 10, 13, 10])
        let head = end.map { String(decoding: received[..<$0.lowerBound], as: UTF8.self) } ?? ""
        let lines = head.split(separator: "\r\n")
        status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        self.headers = headers
        body = end.map { Array(received[$0.upperBound...]) } ?? []
    }
}
