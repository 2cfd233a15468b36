/// The answer to a query, written in its format while the people are generated.
struct UserDocument {
    let query: UserQuery
    let seed: String
    let scripts: Set<NameScript>
    /// Milliseconds since 1970, for the ages.
    let now: Int

    func bytes() throws(PersonGenerator.Crash) -> [UInt8] {
        let capacity = query.results * 1_150 + 256
        switch query.format {
        case .json:
            var sink = JSONSink(capacity: capacity)
            return try write(into: &sink)
        case .pretty:
            var sink = PrettyJSONSink(capacity: capacity * 2)
            return try write(into: &sink)
        case .csv:
            var sink = CSVSink(capacity: capacity)
            return try write(into: &sink)
        case .yaml:
            var sink = YAMLSink(capacity: capacity * 2)
            return try write(into: &sink)
        case .xml:
            var sink = XMLSink(capacity: capacity * 2)
            return try write(into: &sink)
        }
    }

    private func write(into sink: inout some DocumentSink) throws(PersonGenerator.Crash) -> [UInt8] {
        var people = PersonGenerator(query: query, seed: seed, scripts: scripts)
        let record = PersonRecord(fields: query.fields, version: query.version, today: CivilDate(milliseconds: now))
        sink.beginObject(nil)
        sink.beginList("results")
        for _ in 0..<query.results {
            let person = try people.next()
            if query.isExtension {
                record.writeExtension(person, into: &sink)
            } else {
                record.write(person, into: &sink)
            }
        }
        sink.endList()
        if query.showsInfo, !query.isExtension {
            sink.beginObject("info")
            sink.text("seed", query.toldSeed(seed))
            sink.integer("results", query.results)
            sink.number("page", query.pageText)
            sink.text("version", query.version.rawValue)
            sink.endObject()
        }
        sink.endObject()
        return sink.finish()
    }
}

/// A format that receives a document piece by piece and writes each piece at once.
///
/// There is no document in memory besides the bytes, even for 5,000 people.
protocol DocumentSink {
    /// Begins an object: with a key a member of the enclosing object, without one an item of the enclosing list.
    mutating func beginObject(_ key: StaticString?)
    mutating func endObject()
    mutating func beginList(_ key: StaticString)
    mutating func endList()
    mutating func text(_ key: StaticString, _ value: String)
    mutating func integer(_ key: StaticString, _ value: Int)
    /// Writes a number that is text already.
    mutating func number(_ key: StaticString, _ value: String)
    mutating func null(_ key: StaticString)
    /// The bytes of the finished document.
    mutating func finish() -> [UInt8]
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
