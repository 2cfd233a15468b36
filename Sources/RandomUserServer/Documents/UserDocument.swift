/// The answer to a query, written while the people are generated.
struct UserDocument {
    let query: UserQuery
    let seed: String
    /// Milliseconds since 1970, for the ages.
    let now: Int

    func bytes() throws(PersonGenerator.Crash) -> [UInt8] {
        var json = JSONWriter(isPretty: query.isPretty, capacity: query.results * 1_150 + 256)
        var people = PersonGenerator(query: query, seed: seed)
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
