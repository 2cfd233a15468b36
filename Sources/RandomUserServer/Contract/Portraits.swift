/// The portraits: all alike here, one grey point, under the names of the real ones.
enum Portraits {
    static func reply(to path: String) -> ServerReply? {
        let root = "/api/portraits/"
        guard path.hasPrefix(root) else { return nil }
        var parts = path.dropFirst(root.count).split(separator: "/", omittingEmptySubsequences: false)
        if parts.first == "med" || parts.first == "thumb" { parts.removeFirst() }
        guard parts.count == 2, parts[1].hasSuffix(".jpg"), let number = Int(parts[1].dropLast(4)),
            let count = counts[String(parts[0])], (0..<count).contains(number)
        else { return .text(404, "Not Found") }
        var reply = ServerReply(status: 200, type: "image/jpeg", body: image)
        reply.add("Cache-Control", "public, max-age=0")
        reply.add("Last-Modified", "Mon, 04 Jul 2022 00:00:00 GMT")
        return reply
    }

    private static let counts = ["men": 100, "women": 97, "lego": 10]

    /// A JPEG of one point: tables of ones, one value, no more than the format asks for.
    private static let image: [UInt8] =
        [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF\u{0}".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        + [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        + [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        + [0xff, 0xc4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0]
        + [0xff, 0xc4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
        + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9]
}
