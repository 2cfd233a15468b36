import RandomUserServer
import Testing

@Suite struct ParameterTests {
    @Test func `nations are filtered in any letter case`() async throws {
        try await withServer { _, client in
            let people = try await client.people("/api/?results=200&nat=Us,gb")
            #expect(Set(people.compactMap { $0["nat"].text }) == ["US", "GB"])
            let others = try await client.people("/api/?results=20&nationality=ir")
            #expect(Set(others.compactMap { $0["nat"].text }) == ["IR"])
        }
    }

    @Test(arguments: ["us,xx", "us,%20gb", "england"])
    func `one invalid nation switches the whole filter off`(_ list: String) async throws {
        try await withServer { _, client in
            let people = try await client.people("/api/?results=300&nat=\(list)&inc=nat")
            #expect(Set(people.compactMap { $0["nat"].text }).count > 10)
        }
    }

    @Test(arguments: [("1.0", 16), ("1.1", 16), ("1.2", 17), ("1.3", 17), ("1.4", 21)])
    func `every version has its nations`(_ version: String, _ count: Int) async throws {
        try await withServer { _, client in
            let people = try await client.people("/api/\(version)/?results=3000&inc=nat")
            #expect(Set(people.compactMap { $0["nat"].text }).count == count)
        }
    }

    @Test func `a gender filters without a seed and is ignored with one`() async throws {
        try await withServer { _, client in
            let people = try await client.people("/api/?results=60&gender=female")
            #expect(Set(people.compactMap { $0["gender"].text }) == ["female"])
            let seeded = try await client.people("/api/?results=60&gender=female&seed=abc")
            #expect(Set(seeded.compactMap { $0["gender"].text }) == ["female", "male"])
            let unknown = try await client.people("/api/?results=60&gender=Female")
            #expect(Set(unknown.compactMap { $0["gender"].text }) == ["female", "male"])
        }
    }

    @Test func `only the requested fields are included`() async throws {
        try await withServer { _, client in
            let all = try await client.people("/api/")
            #expect(
                all[0].keys == [
                    "gender", "name", "location", "email", "login", "dob", "registered", "phone", "cell", "id",
                    "picture", "nat",
                ]
            )
            let few = try await client.people("/api/?inc=Name,%20nat,nonsense")
            #expect(few[0].keys == ["name", "nat"])
            let rest = try await client.people("/api/?exc=login,id")
            #expect(rest[0].keys.count == 10)
            let both = try await client.people("/api/?inc=name,nat&exc=nat")
            #expect(both[0].keys == ["name"])
            let none = try await client.send("/api/?inc=nonsense&noinfo")
            #expect(none.text == "{\"results\":[{}]}")
            let empty = try await client.people("/api/?inc=")
            #expect(empty[0].keys.count == 12)
        }
    }

    @Test(arguments: [("noinfo", false), ("noinfo=false", false), ("noinfo&lego=false", true), ("", true)])
    func `any value of noinfo removes the information, except with lego=false`(
        _ query: String,
        _ isThere: Bool
    ) async throws {
        try await withServer { _, client in
            let answer = try await client.json("/api/?\(query)")
            #expect(answer.keys.contains("info") == isThere)
        }
    }

    @Test func `toy figures have no country, and their seed has a suffix`() async throws {
        try await withServer { _, client in
            let answer = try await client.json("/api/?lego&seed=abc&results=10")
            for person in answer["results"].array {
                #expect(person["nat"].text == "LEGO")
                #expect(person["location.country"].isMissing)
                #expect(person["id.name"].text == "SN")
                #expect(person["picture.large"].text?.contains("/portraits/lego/") == true)
            }
            #expect(answer["info.seed"].text == "abc-1")
        }
    }

    @Test func `parameter names are case-sensitive, and of a repeated one the last value counts`() async throws {
        try await withServer { _, client in
            let upper = try await client.people("/api/?RESULTS=5")
            #expect(upper.count == 1)
            let repeated = try await client.json("/api/?seed=a&seed=b")
            #expect(repeated["info.seed"].text == "b")
        }
    }

    @Test func `any seed is reported as it was sent`() async throws {
        try await withServer { _, client in
            let answer = try await client.json("/api/?seed=%22%C3%A9%5C+%0A%25")
            #expect(answer["info.seed"].text == "\"é\\ \n%")
        }
    }

    @Test(arguments: [
        ("upper,8", "[A-Z]{8}"), ("number,5-9", "[0-9]{5,9}"), ("lower,upper,99", "[a-zA-Z]{8,64}"),
    ])
    func `a password follows its rule`(_ rule: String, _ shape: String) async throws {
        let shape = try Regex(shape)
        try await withServer { _, client in
            for person in try await client.people("/api/?results=20&password=\(rule)") {
                #expect(person["login.password"].text?.wholeMatch(of: shape) != nil)
            }
        }
    }

    @Test func `version 1 point 0 ignores the password rule`() async throws {
        try await withServer { _, client in
            let with = try await client.people("/api/1.0/?seed=abc&password=upper,8")
            let without = try await client.people("/api/1.0/?seed=abc")
            #expect(with == without)
        }
    }
}
