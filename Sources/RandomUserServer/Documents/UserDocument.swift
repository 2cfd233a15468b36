/// The answer to a query, written while the people are generated.
struct UserDocument {
    let query: UserQuery
    let seed: String
    let scripts: Set<NameScript>
    /// Milliseconds since 1970, for the ages.
    let now: Int

    func bytes() throws(PersonGenerator.Crash) -> [UInt8] {
        var json = JSONWriter(isPretty: query.isPretty, capacity: query.results * 1_150 + 256)
        var people = PersonGenerator(query: query, seed: seed, scripts: scripts)
        let record = PersonRecord(fields: query.fields, version: query.version, today: CivilDate(milliseconds: now))
        json.beginObject()
        json.beginList("results")
        for _ in 0..<query.results { record.write(try people.next(), into: &json) }
        json.endList()
        if query.showsInfo {
            json.beginObject("info")
            json.text("seed", query.toldSeed(seed))
            json.literal("results", String(query.results))
            json.literal("page", query.pageText)
            json.text("version", query.version.rawValue)
            json.endObject()
        }
        json.endObject()
        return json.bytes
    }
}

/// The portraits: the names are the real service's, the picture is always the same gray pixel.
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

    /// A JPEG of one pixel, with the smallest tables that the format allows.
    private static let image: [UInt8] =
        [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF\u{0}".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        + [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        + [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        + [0xff, 0xc4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0]
        + [0xff, 0xc4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
        + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9]
}
