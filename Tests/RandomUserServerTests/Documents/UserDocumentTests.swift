import RandomUserServer
import Testing

/// Every format tells what the JSON tells, judged by readers that share nothing with the writers.
@Suite struct DocumentTests {
    private static let query = "seed=docs&results=60&page=2"

    /// The people as JSON has them, and the same question in another format.
    private func documents(
        _ format: String,
        query: String = query,
        scripts: Set<NameScript> = Set(NameScript.allCases)
    ) async throws -> (json: JSONValue, document: WireResponse) {
        try await withServer(ServerOptions(scripts: scripts)) { _, client async throws in
            let json = try await client.json("/api/?\(query)")
            let document = try await client.send("/api/?\(query)&format=\(format)")
            #expect(document.status == 200)
            return (json, document)
        }
    }

    @Test(arguments: ["pretty", "prettyjson", "PRETTY"])
    func `pretty JSON is the same JSON on many lines`(format: String) async throws {
        let (json, document) = try await documents(format)
        #expect(try JSONValue(bytes: document.body) == json)
        #expect(document.headers["content-type"] == "application/json; charset=utf-8")
        let lines = document.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 60 * 40)
        #expect(
            lines.prefix(4) == [
                "{", "  \"results\": [", "    {",
                "      \"gender\": \"\(json["results"].array[0]["gender"].text ?? "")\",",
            ]
        )
    }

    @Test(arguments: ["", "&inc=nonsense", "&noinfo", "&inc=name,nat&noinfo"])
    func `pretty JSON of little is JSON too`(query: String) async throws {
        let (json, document) = try await documents("pretty", query: "seed=x&results=2\(query)")
        #expect(try JSONValue(bytes: document.body) == json)
    }

    @Test func `CSV has a column for each value and a row for each person`() async throws {
        let (json, document) = try await documents("csv")
        #expect(document.headers["content-type"] == "text/csv; charset=utf-8")
        let (columns, rows) = try CSVReader.rows(document.text)
        let people = json["results"].array
        #expect(rows.count == 60)
        #expect(rows == people.map(\.leaves))
        #expect(
            columns == [
                "gender", "name.title", "name.first", "name.last", "location.street.number", "location.street.name",
                "location.city", "location.state", "location.country", "location.postcode",
                "location.coordinates.latitude", "location.coordinates.longitude", "location.timezone.offset",
                "location.timezone.description", "email", "login.uuid", "login.username", "login.password",
                "login.salt", "login.md5", "login.sha1", "login.sha256", "dob.date", "dob.age", "registered.date",
                "registered.age", "phone", "cell", "id.name", "id.value", "picture.large", "picture.medium",
                "picture.thumbnail", "nat",
            ]
        )
        // What the quotation marks are for has come up.
        #expect(rows.contains { $0["location.timezone.description"]?.contains(",") == true })
    }

    @Test func `CSV quotes the marks that it is made of`() async throws {
        let query = "seed=quote&results=40&password=special,30"
        let (json, document) = try await documents("csv", query: query)
        let (_, rows) = try CSVReader.rows(document.text)
        #expect(rows == json["results"].array.map(\.leaves))
        #expect(rows.contains { $0["login.password"]?.contains("\"") == true })
    }

    @Test func `XML has an element for each person and one for what is said about them`() async throws {
        let (json, document) = try await documents("xml", query: Self.query + "&password=special,30")
        #expect(document.headers["content-type"] == "text/xml; charset=utf-8")
        let root = try XMLElement.parsed(document.body)
        #expect(root.name == "user")
        #expect(root.children.map(\.name) == Array(repeating: "results", count: 60) + ["info"])
        let people = root.children.dropLast().map(\.leaves)
        // XML has an empty element for what is not there.
        let expected = json["results"].array.map { person in
            person.leaves.mapValues { $0 }.merging(person["id.value"].isNull ? ["id.value": ""] : [:]) { $1 }
        }
        #expect(people == expected)
        #expect(root.children.last?.leaves == json["info"].leaves)
        #expect(people.contains { $0["login.password"]?.contains("<") == true })
        #expect(people.contains { $0["login.password"]?.contains("&") == true })
    }

    @Test func `YAML tells the same`() async throws {
        let (json, document) = try await documents("yaml", query: Self.query + "&password=special,30")
        #expect(document.headers["content-type"] == "text/x-yaml; charset=utf-8")
        let read = try YAMLReader.document(document.text)
        #expect(read["results"].array.count == 60)
        #expect(read["results"].array == json["results"].array)
        #expect(read["info"] == json["info"])
    }

    @Test func `YAML quotes what readers take for something else`() async throws {
        let (_, document) = try await documents("yaml", query: "seed=no&results=50&nat=no", scripts: [])
        let nations = document.text.split(separator: "\n").filter { $0.contains(" nat:") }
        #expect(nations.count == 50)
        #expect(nations.allSatisfy { $0.hasSuffix("nat: 'NO'") })
    }

    @Test(arguments: ["xml", "csv", "yaml"])
    func `a format is written in any letter case, and the other name of the parameter comes second`(
        format: String
    ) async throws {
        try await withServer { _, client async throws in
            let plain = try await client.send("/api/?seed=abc&format=\(format)")
            let upper = try await client.send("/api/?seed=abc&format=\(format.uppercased())")
            let other = try await client.send("/api/?seed=abc&fmt=\(format)")
            let both = try await client.send("/api/?seed=abc&format=\(format)&fmt=json")
            #expect(Set([plain.text, upper.text, other.text, both.text]).count == 1)
            let unknown = try await client.send("/api/?seed=abc&format=sql")
            #expect(unknown.headers["content-type"] == "application/json; charset=utf-8")
        }
    }
}
