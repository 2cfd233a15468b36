import LoopbackHTTP
import Testing

@testable import RandomUserServer

@Suite struct ParameterTests {
    @Test func `nations are filtered in any letter case`() async throws {
        #expect(try await readTexts("nat", of: "/api/?results=200&nat=Us,gb") == ["US", "GB"])
        #expect(try await readTexts("nat", of: "/api/?results=20&nationality=ir") == ["IR"])
    }

    @Test(arguments: ["us,xx", "us,%20gb", "england"])
    func `one invalid nation switches the whole filter off`(_ list: String) async throws {
        #expect(try await readTexts("nat", of: "/api/?results=300&nat=\(list)&inc=nat").count > 10)
    }

    @Test(arguments: [("1.0", 16), ("1.1", 16), ("1.2", 17), ("1.3", 17), ("1.4", 21)])
    func `every version has its nations`(_ version: String, _ count: Int) async throws {
        #expect(try await readTexts("nat", of: "/api/\(version)/?results=3000&inc=nat").count == count)
    }

    @Test func `a gender filters without a seed and is ignored with one`() async throws {
        #expect(try await readTexts("gender", of: "/api/?results=60&gender=female") == ["female"])
        #expect(try await readTexts("gender", of: "/api/?results=60&gender=female&seed=abc") == ["female", "male"])
        #expect(try await readTexts("gender", of: "/api/?results=60&gender=Female") == ["female", "male"])
    }

    @Test func `only the requested fields are included`() async throws {
        let all = try await readPeople("/api/")
        #expect(
            all[0].keys == [
                "gender", "name", "location", "email", "login", "dob", "registered", "phone", "cell", "id",
                "picture", "nat",
            ]
        )
        #expect(try await readPeople("/api/?inc=Name,%20nat,nonsense")[0].keys == ["name", "nat"])
        #expect(try await readPeople("/api/?exc=login,id")[0].keys.count == 10)
        #expect(try await readPeople("/api/?inc=name,nat&exc=nat")[0].keys == ["name"])
        #expect(try await reply(to: "/api/?inc=nonsense&noinfo").text == "{\"results\":[{}]}")
        #expect(try await readPeople("/api/?inc=")[0].keys.count == 12)
    }

    @Test(arguments: [("noinfo", false), ("noinfo=false", false), ("noinfo&lego=false", true), ("", true)])
    func `noinfo removes the information, except with lego=false`(_ query: String, _ isThere: Bool) async throws {
        #expect(try await readJSON("/api/?\(query)").keys.contains("info") == isThere)
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
        #expect(try await readPeople("/api/?RESULTS=5").count == 1)
        #expect(try await readJSON("/api/?seed=a&seed=b")["info.seed"].text == "b")
    }

    @Test func `any seed is reported as it was sent`() async throws {
        #expect(try await readJSON("/api/?seed=%22%C3%A9%5C+%0A%25")["info.seed"].text == "\"é\\ \n%")
    }

    @Test(arguments: [("upper,8", "[A-Z]{8}"), ("number,5-9", "[0-9]{5,9}"), ("lower,upper,99", "[a-zA-Z]{8,64}")])
    func `a password follows its rule`(_ rule: String, _ shape: String) async throws {
        let shape = try Regex(shape)
        for person in try await readPeople("/api/?results=20&password=\(rule)") {
            #expect(person["login.password"].text?.wholeMatch(of: shape) != nil)
        }
    }

    @Test func `version 1 point 0 ignores the password rule`() async throws {
        #expect(try await readPeople("/api/1.0/?seed=abc&password=upper,8") == readPeople("/api/1.0/?seed=abc"))
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
        #expect(try await readPeople("/api/?results=\(text)&inc=gender").count == count)
    }

    @Test func `a page has at most 5,000 people`() async throws {
        #expect(try await readPeople("/api/?results=5000&inc=nat").count == 5_000)
    }

    @Test(arguments: ["0", "-1", "x", "10001", ""])
    func `an invalid page silently becomes the first`(_ page: String) async throws {
        let answer = try await readJSON("/api/?seed=abc&page=\(page)")
        #expect(try await answer == readJSON("/api/?seed=abc"))
        #expect(answer["info.page"].number == 1)
    }

    @Test func `a fractional page is a page of its own`() async throws {
        let answer = try await readJSON("/api/?seed=abc&page=1.5")
        #expect(answer["info.page"].number == 1.5)
        #expect(try await answer["results"].array != readPeople("/api/?seed=abc"))
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
        #expect(try await readJSON("/api/?results=3&seed=\(seed)") == answer)
    }

    @Test func `seed and page are concatenated before they are used`() async throws {
        #expect(try await readPeople("/api/?seed=abc&page=2&results=5") == readPeople("/api/?seed=abc2&results=5"))
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
        #expect(try await reply(to: "/api/?seed=abc&nat=de&exc=name").status == 502)
        #expect(try await reply(to: "/api/?seed=abc&nat=fr&exc=name").status == 200)
        #expect(try await reply(to: "/api/?seed=abc&nat=de&exc=name,id").status == 200)
    }
}

@Suite struct QueryStringTests {
    @Test func `values are decoded and the last one counts`() {
        let query = QueryString("a=1&a=2&b=&c&d=x%20y+z&%65=f%3D&g=%&h=%zz&i=%C3%A9=1&j=+\u{301}")
        #expect(query["a"] == "2")
        #expect(query.isRepeated("a"))
        #expect(query["b"] == "")
        #expect(query.text("b") == nil)
        #expect(query["c"] == "")
        #expect(query["d"] == "x y z")
        #expect(query["e"] == "f=")
        #expect(query["g"] == "%")
        #expect(query["h"] == "%zz")
        #expect(query["i"] == "é=1")
        #expect(query["j"] == " \u{301}")
        #expect(query["z"] == nil)
        #expect(!query.isRepeated("z"))
    }

    @Test(arguments: [("5", 5.0), (" 5.50 ", 5.5), ("1e3", 1_000), ("", 0), ("0x1F", 31), ("-2", -2), ("+7", 7)])
    func `numbers are read as JavaScript reads them`(_ text: String, _ number: Double) {
        #expect(QueryString.number(text) == number)
    }

    @Test(arguments: ["abc", "5 6", "nan", "inf", "0x", "1_000", "5px", "٣"])
    func `a text that is not a number is nil`(_ text: String) {
        #expect(QueryString.number(text) == nil)
    }
}

@Suite struct APIVersionTests {
    @Test func `versions are ordered, and the latest is the last`() {
        #expect(APIVersion.allCases == APIVersion.allCases.sorted())
        #expect(APIVersion.latest == APIVersion.allCases.last)
    }

    @Test func `nations are in alphabetical order, which seeds count on, and none is ever dropped`() {
        for (earlier, later) in zip(APIVersion.allCases, APIVersion.allCases.dropFirst()) {
            #expect(later.nations == later.nations.sorted())
            #expect(Set(earlier.nations).isSubset(of: later.nations))
        }
        #expect(APIVersion.v1p4.nations.count == 21)
    }
}

@Suite struct UserFieldTests {
    @Test func `a list is read in any letter case, and unknown names count for nothing`() {
        #expect(UserField.list("Name, nat,nonsense,,NAT") == [.name, .nat])
        #expect(UserField.list("") == [])
        #expect(
            UserField.list("gender,name,location,email,login,registered,dob,phone,cell,id,picture,nat")
                == Set(UserField.allCases)
        )
    }
}
