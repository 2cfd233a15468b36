import Foundation
import RandomUserServer
import Testing

/// A smaller page is a prefix of a larger one, and pages are independent of each other.
@Suite struct PersonGeneratorTests {
    @Test(arguments: ["1.0", "1.1", "1.2", "1.3", "1.4"])
    func `page 1 of 50 is the first half of page 1 of 100, in each version`(version: String) async throws {
        try await withServer { _, client async throws in
            for query in ["", "&nat=de,ch,gb&exc=login", "&lego&exc=login", "&inc=name,id,phone", "&page=7&exc=login"] {
                let all = try await client.people("/api/\(version)/?seed=prefix-&results=100\(query)")
                #expect(all.count == 100)
                for count in [1, 50] {
                    let some = try await client.people("/api/\(version)/?seed=prefix-&results=\(count)\(query)")
                    #expect(some == Array(all.prefix(count)), "\(query), \(count)")
                }
            }
        }
    }

    @Test func `a small page is a prefix of a large one`() async throws {
        try await withServer { _, client async throws in
            let all = try await client.people("/api/?seed=many-&results=1500&inc=name,nat")
            #expect(all.count == 1_500)
            #expect(try await client.people("/api/?seed=many-&results=777&inc=name,nat") == Array(all.prefix(777)))
        }
    }

    @Test func `page 2 of 50 is not the second half of page 1 of 100`() async throws {
        try await withServer { _, client async throws in
            let all = try await client.people("/api/?seed=prefix-&results=100")
            let second = try await client.people("/api/?seed=prefix-&results=50&page=2")
            #expect(Set(second.map { $0["login.uuid"].text }).isDisjoint(with: all.map { $0["login.uuid"].text }))
        }
    }

    @Test func `people depend on seed and page, and not on the rest of the request or on earlier requests`()
        async throws
    {
        let first = try await withServer { _, client async throws in
            _ = try await client.people("/api/?seed=other&results=3")
            return try await client.people("/api/?seed=same&page=3&results=20")
        }
        let other = try await withServer(ServerOptions()) { _, client async throws in
            let again = try await client.people("/api/?results=20&page=3&seed=same&noinfo&format=pretty")
            #expect(try await client.people("/api/?seed=same&page=4&results=20") != again)
            #expect(try await client.people("/api/?seed=Same&page=3&results=20") != again)
            return again
        }
        #expect(first == other)
    }

    @Test func `the people of a seed are the same in every release`() async throws {
        let names = try await withServer { _, client async throws in
            try await client.people("/api/1.4/?seed=contacts-&results=3").map { person in
                "\(person["name.first"].text ?? "") \(person["name.last"].text ?? ""), \(person["nat"].text ?? "")"
            }
        }
        #expect(names == ["روشنک هدایتی, IR", "Amalia Arizmendi, MX", "Barra Nestor, IE"])
    }

    /// Covers every nation of each version; the tag has the length and a checksum of the answer.
    @Test(arguments: [
        ("1.0/?seed=abc&results=300", "W/\"3a863-de954c5140c5d649\""),
        ("1.1/?seed=abc&results=300", "W/\"3c2f8-2c3625999568af46\""),
        ("1.2/?seed=abc&results=300", "W/\"4b7c1-34cc0f755a2b9ef3\""),
        ("1.3/?seed=abc&results=300", "W/\"4ed72-6bccc06307430f70\""),
        ("1.4/?seed=contacts-dev&results=5000&page=3", "W/\"5225b6-6436fa1146cc30be\""),
    ])
    func `the answer to a request is the same in every release, byte for byte`(target: String, tag: String) async throws
    {
        let options = ServerOptions(now: { Date(timeIntervalSince1970: 1_700_000_000) })
        try await withServer(options) { _, client async throws in
            #expect(try await client.send("/api/" + target).headers["etag"] == tag)
        }
    }

    @Test func `e-mail addresses are transliterated since 1 point 3`() async throws {
        try await withServer { _, client in
            let old = try await client.people("/api/1.2/?nat=ir,dk&results=40&seed=mail")
            #expect(old.contains { $0["email"].text?.utf8.allSatisfy { $0 < 0x80 } == false })
            let new = try await client.people("/api/1.4/?nat=ir,dk&results=40&seed=mail")
            #expect(new.allSatisfy { $0["email"].text?.utf8.allSatisfy { $0 < 0x80 } == true })
        }
    }
}
