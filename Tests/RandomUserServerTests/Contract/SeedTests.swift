import RandomUserServer
import Testing

@Suite struct SeedTests {
    @Test func `the same request gives the same people on every server`() async throws {
        let first = try await withServer { _, client in try await client.json("/api/?seed=same&results=30") }
        let second = try await withServer { _, client in try await client.json("/api/?seed=same&results=30") }
        #expect(first == second)
        #expect(first["info.seed"].text == "same")
    }

    @Test func `without a seed the server reports one that gives the same people again`()
        async throws
    {
        try await withServer { _, client in
            let answer = try await client.json("/api/?results=3")
            let seed = try #require(answer["info.seed"].text)
            #expect(seed.count == 16)
            #expect(seed.allSatisfy { $0.isHexDigit })
            let again = try await client.json("/api/?results=3&seed=\(seed)")
            #expect(again == answer)
        }
    }

    @Test func `seed and page are concatenated before they are used`() async throws {
        try await withServer { _, client in
            let byPage = try await client.people("/api/?seed=abc&page=2&results=5")
            let bySeed = try await client.people("/api/?seed=abc2&results=5")
            #expect(byPage == bySeed)
        }
    }

    @Test func `the n-th uuid is the same for any nation, gender and field`() async throws {
        try await withServer { _, client in
            let queries = ["", "&nat=fr", "&nat=us,de", "&inc=login", "&exc=location", "&lego"]
            var lists: Set<[String]> = []
            for query in queries {
                let people = try await client.people("/api/?seed=uuid&results=20\(query)")
                lists.insert(people.compactMap { $0["login.uuid"].text })
            }
            #expect(lists.count == 1)
            #expect(lists.first?.count == 20)
            let people = try await client.people("/api/?seed=uuid&results=20&nat=fr")
            let others = try await client.people("/api/?seed=uuid&results=20&nat=us")
            #expect(people.map { $0["name"] } != others.map { $0["name"] })
        }
    }

    @Test func `a uuid has the shape of version 4`() async throws {
        try await withServer { _, client in
            for person in try await client.people("/api/?seed=shape&results=50&inc=login") {
                let uuid = try #require(person["login.uuid"].text)
                #expect(
                    uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
                )
            }
        }
    }

    @Test func `leaving out a field changes the people that follow`() async throws {
        try await withServer { _, client in
            let all = try await client.people("/api/?seed=lazy&nat=us&results=3")
            let without = try await client.people("/api/?seed=lazy&nat=us&results=3&exc=id")
            #expect(all[0]["name"] == without[0]["name"])
            #expect(all[2]["name"] != without[2]["name"])
        }
    }

    @Test func `the last two characters of an 18-character seed name a nation`() async throws {
        try await withServer { _, client in
            let answer = try await client.json("/api/?seed=0123456789abcdef14&results=20")
            #expect(Set(answer["results"].array.compactMap { $0["nat"].text }) == ["US"])
            #expect(answer["info.seed"].text == "0123456789abcdef1414")
        }
    }

    @Test(arguments: ["0123456789abcdefzz", "0123456789abcdef15", "abc-def-ghi-jkl--1"])
    func `an 18-character seed that names no nation is 502`(_ seed: String) async throws {
        try await withServer { _, client in
            let answer = try await client.send("/api/?seed=\(seed)")
            #expect(answer.status == 502)
            #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
        }
    }

    @Test func `leaving out the name is 502 as soon as a German is generated`() async throws {
        try await withServer { _, client in
            let german = try await client.send("/api/?seed=abc&nat=de&exc=name")
            #expect(german.status == 502)
            let french = try await client.send("/api/?seed=abc&nat=fr&exc=name")
            #expect(french.status == 200)
            let withoutNumber = try await client.send("/api/?seed=abc&nat=de&exc=name,id")
            #expect(withoutNumber.status == 200)
        }
    }
}
