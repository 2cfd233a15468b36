/// The answer to a query, written in its format while the people are drawn.
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
