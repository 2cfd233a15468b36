import RandomUserServer
import Testing

@Suite struct ParameterTests {
    @Test func `nations are filtered in any letter case`() async throws {
        let people = try await readPeople("/api/?results=200&nat=Us,gb")
        #expect(Set(people.compactMap { $0["nat"].text }) == ["US", "GB"])
        let others = try await readPeople("/api/?results=20&nationality=ir")
        #expect(Set(others.compactMap { $0["nat"].text }) == ["IR"])
    }

    @Test(arguments: ["us,xx", "us,%20gb", "england"])
    func `one invalid nation switches the whole filter off`(_ list: String) async throws {
        let people = try await readPeople("/api/?results=300&nat=\(list)&inc=nat")
        #expect(Set(people.compactMap { $0["nat"].text }).count > 10)
    }

    @Test(arguments: [("1.0", 16), ("1.1", 16), ("1.2", 17), ("1.3", 17), ("1.4", 21)])
    func `every version has its nations`(_ version: String, _ count: Int) async throws {
        let people = try await readPeople("/api/\(version)/?results=3000&inc=nat")
        #expect(Set(people.compactMap { $0["nat"].text }).count == count)
    }

    @Test func `a gender filters without a seed and is ignored with one`() async throws {
        let people = try await readPeople("/api/?results=60&gender=female")
        #expect(Set(people.compactMap { $0["gender"].text }) == ["female"])
        let seeded = try await readPeople("/api/?results=60&gender=female&seed=abc")
        #expect(Set(seeded.compactMap { $0["gender"].text }) == ["female", "male"])
        let unknown = try await readPeople("/api/?results=60&gender=Female")
        #expect(Set(unknown.compactMap { $0["gender"].text }) == ["female", "male"])
    }

    @Test func `only the requested fields are included`() async throws {
        let all = try await readPeople("/api/")
        #expect(
            all[0].keys == [
                "gender", "name", "location", "email", "login", "dob", "registered", "phone", "cell", "id",
                "picture", "nat",
            ]
        )
        let few = try await readPeople("/api/?inc=Name,%20nat,nonsense")
        #expect(few[0].keys == ["name", "nat"])
        let rest = try await readPeople("/api/?exc=login,id")
        #expect(rest[0].keys.count == 10)
        let both = try await readPeople("/api/?inc=name,nat&exc=nat")
        #expect(both[0].keys == ["name"])
        let none = try await reply(to: "/api/?inc=nonsense&noinfo")
        #expect(none.text == "{\"results\":[{}]}")
        let empty = try await readPeople("/api/?inc=")
        #expect(empty[0].keys.count == 12)
    }

    @Test(arguments: [("noinfo", false), ("noinfo=false", false), ("noinfo&lego=false", true), ("", true)])
    func `any value of noinfo removes the information, except with lego=false`(
        _ query: String,
        _ isThere: Bool
    ) async throws {
        let answer = try await readJSON("/api/?\(query)")
        #expect(answer.keys.contains("info") == isThere)
    }

    @Test func `toy figures have no country, and their seed has a suffix`() async throws {
        let answer = try await readJSON("/api/?lego&seed=abc&results=10")
        for person in answer["results"].array {
            #expect(person["nat"].text == "LEGO")
            #expect(person["location.country"].isMissing)
            #expect(person["id.name"].text == "SN")
            #expect(person["picture.large"].text?.contains("/portraits/lego/") == true)
        }
        #expect(answer["info.seed"].text == "abc-1")
    }

    @Test func `parameter names are case-sensitive, and of a repeated one the last value counts`() async throws {
        let upper = try await readPeople("/api/?RESULTS=5")
        #expect(upper.count == 1)
        let repeated = try await readJSON("/api/?seed=a&seed=b")
        #expect(repeated["info.seed"].text == "b")
    }

    @Test func `any seed is reported as it was sent`() async throws {
        let answer = try await readJSON("/api/?seed=%22%C3%A9%5C+%0A%25")
        #expect(answer["info.seed"].text == "\"é\\ \n%")
    }

    @Test(arguments: [
        ("upper,8", "[A-Z]{8}"), ("number,5-9", "[0-9]{5,9}"), ("lower,upper,99", "[a-zA-Z]{8,64}"),
    ])
    func `a password follows its rule`(_ rule: String, _ shape: String) async throws {
        let shape = try Regex(shape)
        for person in try await readPeople("/api/?results=20&password=\(rule)") {
            #expect(person["login.password"].text?.wholeMatch(of: shape) != nil)
        }
    }

    @Test func `version 1 point 0 ignores the password rule`() async throws {
        let with = try await readPeople("/api/1.0/?seed=abc&password=upper,8")
        let without = try await readPeople("/api/1.0/?seed=abc")
        #expect(with == without)
    }
}

@Suite struct ResultsTests {
    @Test(arguments: [
        "", "?results=", "?results=0", "?results=-3", "?results=5001", "?results=abc", "?results=12.5",
        "?results=5&results=7",
    ])
    func `an invalid number of people silently becomes one`(_ query: String) async throws {
        let answer = try await readJSON("/api/\(query)")
        #expect(answer["results"].array.count == 1)
        #expect(answer["info.results"].number == 1)
    }

    @Test(arguments: [("3", 3), ("5.0", 5), ("1e1", 10), ("%206", 6), ("0x10", 16)])
    func `numbers are read as JavaScript reads them`(_ text: String, _ count: Int) async throws {
        let people = try await readPeople("/api/?results=\(text)&inc=gender")
        #expect(people.count == count)
    }

    @Test func `a page has at most 5,000 people`() async throws {
        let people = try await readPeople("/api/?results=5000&inc=nat")
        #expect(people.count == 5_000)
    }

    @Test(arguments: ["0", "-1", "x", "10001", ""])
    func `an invalid page silently becomes the first`(_ page: String) async throws {
        let answer = try await readJSON("/api/?seed=abc&page=\(page)")
        let first = try await readJSON("/api/?seed=abc")
        #expect(answer == first)
        #expect(answer["info.page"].number == 1)
    }

    @Test func `a fractional page is a page of its own`() async throws {
        let answer = try await readJSON("/api/?seed=abc&page=1.5")
        #expect(answer["info.page"].number == 1.5)
        let first = try await readPeople("/api/?seed=abc")
        #expect(answer["results"].array != first)
    }

    @Test func `pages have no person in common`() async throws {
        var ids: Set<String> = []
        for page in 1...5 {
            for person in try await readPeople("/api/?results=50&seed=pages-&page=\(page)&inc=login") {
                ids.insert(try #require(person["login.uuid"].text))
            }
        }
        #expect(ids.count == 250)
    }
}

@Suite struct SeedTests {
    @Test func `without a seed the server reports one that gives the same people again`() async throws {
        let answer = try await readJSON("/api/?results=3")
        let seed = try #require(answer["info.seed"].text)
        #expect(seed.count == 16)
        #expect(seed.allSatisfy { $0.isHexDigit })
        let again = try await readJSON("/api/?results=3&seed=\(seed)")
        #expect(again == answer)
    }

    @Test func `seed and page are concatenated before they are used`() async throws {
        let byPage = try await readPeople("/api/?seed=abc&page=2&results=5")
        let bySeed = try await readPeople("/api/?seed=abc2&results=5")
        #expect(byPage == bySeed)
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

    @Test func `leaving out a field changes the people that follow`() async throws {
        let all = try await readPeople("/api/?seed=lazy&nat=us&results=3")
        let without = try await readPeople("/api/?seed=lazy&nat=us&results=3&exc=id")
        #expect(all[0]["name"] == without[0]["name"])
        #expect(all[2]["name"] != without[2]["name"])
    }

    @Test func `the last two characters of an 18-character seed name a nation`() async throws {
        let answer = try await readJSON("/api/?seed=0123456789abcdef14&results=20")
        #expect(Set(answer["results"].array.compactMap { $0["nat"].text }) == ["US"])
        #expect(answer["info.seed"].text == "0123456789abcdef1414")
    }

    @Test(arguments: ["0123456789abcdefzz", "0123456789abcdef15", "abc-def-ghi-jkl--1"])
    func `an 18-character seed that names no nation is 502`(_ seed: String) async throws {
        let answer = try await reply(to: "/api/?seed=\(seed)")
        #expect(answer.status == 502)
        #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
    }

    @Test func `leaving out the name is 502 as soon as a German is generated`() async throws {
        let german = try await reply(to: "/api/?seed=abc&nat=de&exc=name")
        #expect(german.status == 502)
        let french = try await reply(to: "/api/?seed=abc&nat=fr&exc=name")
        #expect(french.status == 200)
        let withoutNumber = try await reply(to: "/api/?seed=abc&nat=de&exc=name,id")
        #expect(withoutNumber.status == 200)
    }
}
