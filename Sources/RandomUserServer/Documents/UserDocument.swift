import Primitives

/// The answer to a query, written while the people are generated.
struct UserDocument {
    let query: UserQuery
    let seed: String
    /// Milliseconds since 1970, for the ages.
    let now: Int

    func bytes() throws(PersonGenerator.Crash) -> [UInt8] {
        var people = PersonGenerator(query: query, seed: seed)
        let record = PersonRecord(fields: query.fields, version: query.version, now: UTCDate.timestamp(now))
        return try JSONWriter.object(isPretty: query.isPretty, capacity: query.results * 1_150 + 256) {
            json throws(PersonGenerator.Crash) in
            try json.list("results") { list throws(PersonGenerator.Crash) in
                for _ in 0..<query.results { record.write(try people.next(), into: &list) }
            }
            guard query.showsInfo else { return }
            json.object("info") { json in
                json.add("seed", query.toldSeed(seed))
                json.add("results", query.results)
                json.add("page", raw: Array(query.pageText.utf8))
                json.add("version", query.version.rawValue)
            }
        }
    }
}
