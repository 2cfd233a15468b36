import Foundation
import Testing

@testable import RandomUserServer

/// The shapes that a person has in each version of the service.
@Suite struct PersonRecordTests {
    /// A fixed clock, for ages.
    private static let options = ServerOptions(now: { Date(timeIntervalSince1970: 1_700_000_000) })

    private func person(_ version: String, _ query: String = "nat=ch") async throws -> JSONValue {
        try await withServer(Self.options) { _, client in
            try #require(try await client.people("/api/\(version)/?seed=versions&\(query)").first)
        }
    }

    @Test(arguments: ["1.0", "1.1", "1.2"])
    func `a street is one lower-case text up to 1 point 2`(_ version: String) async throws {
        let street = try await person(version)["location.street"].text
        #expect(street?.wholeMatch(of: #/[0-9]+ .+/#) != nil)
        #expect(street == street?.lowercased())
    }

    @Test(arguments: ["1.3", "1.4"])
    func `a street has a number and a name since 1 point 3`(_ version: String) async throws {
        let person = try await person(version)
        #expect((1...9_999).contains(try #require(person["location.street.number"].number)))
        #expect(person["location.street.name"].text?.isEmpty == false)
        #expect(person["location.country"].text == "Switzerland")
    }

    @Test func `each version has its own date format`() async throws {
        #expect(try await person("1.0")["dob"].number != nil)
        #expect(try await person("1.1")["dob"].text?.wholeMatch(of: #/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/#) != nil)
        #expect(try await person("1.2")["dob.date"].text?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil)
        for version in ["1.3", "1.4"] {
            let date = try await person(version)["dob.date"].text
            #expect(date?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil)
        }
    }

    @Test func `an age counts birthdays, in 1 point 3 calendar years`() async throws {
        try await withServer(Self.options) { _, client in
            for version in ["1.2", "1.3", "1.4"] {
                for person in try await client.people("/api/\(version)/?seed=ages&results=100&inc=dob") {
                    let date = try #require(person["dob.date"].text)
                    let birthYear = try #require(Int(date.prefix(4)))
                    // The clock says 14 November 2023, 22:13:20.
                    let hadBirthday = date.dropFirst(5).prefix(14) <= "11-14T22:13:20"
                    let exact = 2_023 - birthYear - (hadBirthday ? 0 : 1)
                    #expect(person["dob.age"].number == Double(version == "1.3" ? 2_023 - birthYear : exact))
                }
            }
        }
    }

    @Test(arguments: [
        ("2024-02-28T23:59:59.000Z", 23), ("2024-02-29T00:00:00.000Z", 24),
        // In a year without 29 February the birthday is 1 March.
        ("2023-02-28T23:59:59.000Z", 22), ("2023-03-01T00:00:00.000Z", 23),
    ])
    func `an age grows at the second of the birth`(now: String, years: Int) {
        #expect(PersonRecord(fields: [], version: .latest, now: now).years(since: "2000-02-29T00:00:00.000Z") == years)
    }

    @Test(arguments: ["1.0", "1.1", "1.2", "1.3", "1.4"])
    func `coordinates, time zone and uuid came with 1 point 2, country with 1 point 3`(_ version: String) async throws {
        let person = try await person(version)
        #expect(person["location.coordinates.latitude"].isMissing == (version < "1.2"))
        #expect(person["location.timezone.offset"].isMissing == (version < "1.2"))
        #expect(person["login.uuid"].isMissing == (version < "1.2"))
        #expect(person["location.country"].isMissing == (version < "1.3"))
        #expect(person["login.md5"].text?.count == 32)
    }
}

@Suite struct UserDocumentTests {
    @Test(arguments: ["format=pretty", "format=prettyjson", "fmt=PRETTY"])
    func `pretty JSON is the same document on many lines`(format: String) async throws {
        let plain = try await readJSON("/api/?seed=docs&results=60&page=2")
        let pretty = try await reply(to: "/api/?seed=docs&results=60&page=2&\(format)")
        #expect(try JSONValue(bytes: pretty.body) == plain)
        #expect(pretty.headers["content-type"] == "application/json; charset=utf-8")
        let lines = pretty.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 60 * 40)
        #expect(
            lines.prefix(4) == [
                "{", "  \"results\": [", "    {",
                "      \"gender\": \"\(plain["results"].array[0]["gender"].text ?? "")\",",
            ]
        )
    }

    @Test(arguments: ["", "&inc=nonsense", "&noinfo", "&inc=name,nat&noinfo"])
    func `small documents are valid pretty JSON`(query: String) async throws {
        let plain = try await readJSON("/api/?seed=x&results=2\(query)")
        #expect(try await readJSON("/api/?seed=x&results=2\(query)&format=pretty") == plain)
    }

    @Test(arguments: ["format=csv", "format=XML", "fmt=yaml", "fmt=json&format=csv"])
    func `a format that the server lacks is an error in JSON`(format: String) async throws {
        let answer = try await reply(to: "/api/?\(format)")
        #expect(answer.status == 400)
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
        #expect(try JSONValue(bytes: answer.body)["error"].text?.contains("only JSON") == true)
    }

    @Test(arguments: ["format=sql", "format=", "format=json&fmt=csv"])
    func `anything else is JSON, and format has precedence over fmt`(format: String) async throws {
        #expect(try await reply(to: "/api/?\(format)").text.hasPrefix("{\"results\":[{"))
    }
}
