import RandomUserServer
import Testing

@Suite struct ResultsTests {
    @Test(arguments: [
        "", "?results=", "?results=0", "?results=-3", "?results=5001", "?results=abc", "?results=12.5",
        "?results=5&results=7",
    ])
    func `an invalid number of people silently becomes one`(_ query: String) async throws {
        try await withServer { _, client in
            let answer = try await client.json("/api/\(query)")
            #expect(answer["results"].array.count == 1)
            #expect(answer["info.results"].number == 1)
        }
    }

    @Test(arguments: [("3", 3), ("5.0", 5), ("1e1", 10), ("%206", 6), ("0x10", 16)])
    func `numbers are read as JavaScript reads them`(_ text: String, _ count: Int) async throws {
        try await withServer { _, client in
            let people = try await client.people("/api/?results=\(text)&inc=gender")
            #expect(people.count == count)
        }
    }

    @Test func `a page has at most 5,000 people`() async throws {
        try await withServer { _, client in
            let people = try await client.people("/api/?results=5000&inc=nat")
            #expect(people.count == 5_000)
        }
    }

    @Test func `a smaller page is a prefix of a larger one`() async throws {
        try await withServer { _, client in
            let many = try await client.people("/api/?results=40&seed=prefix-&page=3")
            let few = try await client.people("/api/?results=15&seed=prefix-&page=3")
            #expect(few == Array(many.prefix(15)))
        }
    }

    @Test(arguments: ["0", "-1", "x", "10001", ""])
    func `an invalid page silently becomes the first`(_ page: String) async throws {
        try await withServer { _, client in
            let answer = try await client.json("/api/?seed=abc&page=\(page)")
            let first = try await client.json("/api/?seed=abc")
            #expect(answer == first)
            #expect(answer["info.page"].number == 1)
        }
    }

    @Test func `a fractional page is a page of its own`() async throws {
        try await withServer { _, client in
            let answer = try await client.json("/api/?seed=abc&page=1.5")
            #expect(answer["info.page"].number == 1.5)
            let first = try await client.people("/api/?seed=abc")
            #expect(answer["results"].array != first)
        }
    }

    @Test func `pages have no person in common`() async throws {
        try await withServer { _, client in
            var ids: Set<String> = []
            for page in 1...5 {
                for person in try await client.people("/api/?results=50&seed=pages-&page=\(page)&inc=login") {
                    ids.insert(try #require(person["login.uuid"].text))
                }
            }
            #expect(ids.count == 250)
        }
    }
}
