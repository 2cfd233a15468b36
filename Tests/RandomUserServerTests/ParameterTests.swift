import Loopback
import Testing

@testable import RandomUserServer

struct ParameterTests {
    @Test(arguments: [
        ("nat", "results=200&nat=Us,gb", ["US", "GB"]), ("nat", "results=20&nationality=ir", ["IR"]),
        ("gender", "results=60&gender=female", ["female"]),
        // With a seed, a gender is ignored.
        ("gender", "results=60&gender=female&seed=abc", ["female", "male"]),
        ("gender", "results=60&gender=Female", ["female", "male"]),
        // The last two characters of a seed of 18 name a nation.
        ("nat", "results=20&seed=0123456789abcdef14", ["US"]),
    ])
    func `people are filtered`(field: String, query: String, values: [String]) async throws {
        #expect(try await Set(withServer { _, client in try await client.texts(field, query) }) == Set(values))
    }

    @Test(arguments: ["us,xx", "us,%20gb", "england"])
    func `one invalid nation switches the whole filter off`(_ list: String) async throws {
        let nations = try await withServer { _, client in
            try await client.texts("nat", "results=300&nat=\(list)&inc=nat")
        }
        #expect(Set(nations).count > 10)
    }

    @Test(arguments: [
        ("", "gender,name,location,email,login,dob,registered,phone,cell,id,picture,nat"),
        ("inc=Name,%20nat,nonsense,,NAT", "name,nat"), ("inc=name,nat&exc=nat", "name"), ("inc=nonsense", ""),
        ("exc=login,id", "gender,name,location,email,dob,registered,phone,cell,picture,nat"),
        ("inc=", "gender,name,location,email,login,dob,registered,phone,cell,id,picture,nat"),
    ])
    func `only the requested fields are included`(query: String, fields: String) async throws {
        let person = try #require(try await readJSON("/api/?\(query)")["results"].array.first)
        #expect(person.keys == Set(fields.split(separator: ",").map(String.init)))
    }

    @Test(arguments: [("noinfo", false), ("noinfo=false", false), ("noinfo&lego=false", true), ("", true)])
    func `noinfo removes the information, except with lego=false`(_ query: String, _ isThere: Bool) async throws {
        #expect(try await readJSON("/api/?\(query)").keys.contains("info") == isThere)
    }

    @Test(arguments: [
        ("lego&seed=abc", "abc-1"), ("seed=a&seed=b", "b"), ("seed=a?b", "a?b"),
        ("seed=%22%C3%A9%5C+%0A%25", "\"é\\ \n%"), ("seed=0123456789abcdef14", "0123456789abcdef1414"),
    ])
    func `a seed is reported as it was sent, with what the service adds`(query: String, seed: String) async throws {
        #expect(try await readJSON("/api/?\(query)")["info.seed"].text == seed)
    }

    @Test func `without a seed the server reports one that gives the same people again`() async throws {
        try await withServer { _, client in
            let answer = try await client.json("/api/?results=3")
            let seed = try #require(answer["info.seed"].text)
            #expect(seed.count == 16 && seed.allSatisfy(\.isHexDigit))
            #expect(try await client.json("/api/?results=3&seed=\(seed)") == answer)
        }
    }

    @Test(arguments: [("upper,8", "[A-Z]{8}"), ("number,5-9", "[0-9]{5,9}"), ("lower,upper,99", "[a-zA-Z]{8,64}")])
    func `a password follows its rule since version 1 point 1`(_ rule: String, _ shape: String) async throws {
        let shape = try Regex(shape)
        try await withServer { _, client in
            let passwords = try await client.texts("login.password", "results=20&password=\(rule)")
            #expect(passwords.count == 20)
            for password in passwords { #expect(password.wholeMatch(of: shape) != nil, "\(password)") }
            let old = try await client.people("/api/1.0/?seed=abc&password=\(rule)")
            #expect(try await client.people("/api/1.0/?seed=abc") == old)
        }
    }

    @Test func `numbers of people are read as JavaScript reads them, and an invalid one is 1`() async throws {
        let wanted = ["results=3": 3, "results=5.0": 5, "results=1e1": 10, "results=%206": 6, "results=0x10": 16]
        let ones = ["", "0", "-3", "5001", "abc", "12.5", "0x", "1_000", "5px", "nan", "inf", "5%206", "%D9%A3"]
            .map { "results=\($0)" }
        try await withServer { _, client in
            for query in ["", "results=5&results=7", "RESULTS=5"] + ones + wanted.keys {
                let answer = try await client.json("/api/?\(query)&inc=gender")
                let count = wanted[query] ?? 1
                #expect(answer["results"].array.count == count, "\(query)")
                #expect(answer["info.results"].number == Double(count), "\(query)")
            }
        }
    }

    @Test func `an invalid page is the first, and a fractional one a page of its own`() async throws {
        try await withServer { _, client in
            let first = try await client.json("/api/?seed=abc")
            #expect(first["info.page"].number == 1)
            for page in ["0", "-1", "x", "10001", ""] {
                #expect(try await client.json("/api/?seed=abc&page=\(page)") == first, "\(page)")
            }
            #expect(try await client.json("/api/?seed=abc&page=1.5")["info.page"].number == 1.5)
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

    @Test(arguments: [
        // A seed of 18 characters that names no nation.
        ("seed=0123456789abcdefzz", 502), ("seed=0123456789abcdef15", 502), ("seed=abc-def-ghi-jkl--1", 502),
        // A German needs the name for the identifier.
        ("seed=abc&nat=de&exc=name", 502), ("seed=abc&nat=fr&exc=name", 200), ("seed=abc&nat=de&exc=name,id", 200),
    ])
    func `what the service crashes on is 502`(query: String, status: Int) async throws {
        let answer = try await reply(to: "/api/?\(query)")
        #expect(answer.status == status)
        let type = status == 502 ? "text/html; charset=utf-8" : "application/json; charset=utf-8"
        #expect(answer.headers["content-type"] == type)
    }
}
