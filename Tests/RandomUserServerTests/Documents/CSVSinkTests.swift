import Testing

/// Judged by a reader that shares nothing with the writer.
@Suite struct CSVSinkTests {
    @Test func `CSV has a column for each value and a row for each person`() async throws {
        let served = try await ServedDocuments("csv")
        #expect(served.document.headers["content-type"] == "text/csv; charset=utf-8")
        let (columns, rows) = try CSVReader.rows(served.document.text)
        let people = served.json["results"].array
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
        // The comparison covered values that need quotation marks.
        #expect(rows.contains { $0["location.timezone.description"]?.contains(",") == true })
    }

    @Test func `CSV quotes values that contain its own marks`() async throws {
        let query = "seed=quote&results=40&password=special,30"
        let served = try await ServedDocuments("csv", query: query)
        let (_, rows) = try CSVReader.rows(served.document.text)
        #expect(rows == served.json["results"].array.map(\.leaves))
        #expect(rows.contains { $0["login.password"]?.contains("\"") == true })
    }
}
