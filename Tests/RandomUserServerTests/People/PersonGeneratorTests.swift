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

    @Test func `a page with names in other scripts is a prefix of a larger one too`() async throws {
        let options = ServerOptions(scripts: Set(NameScript.allCases))
        try await withServer(options) { _, client async throws in
            let all = try await client.people("/api/?seed=prefix-&results=100")
            #expect(try await client.people("/api/?seed=prefix-&results=50") == Array(all.prefix(50)))
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

    @Test func `e-mail addresses are transliterated since 1 point 3`() async throws {
        try await withServer { _, client in
            let old = try await client.people("/api/1.2/?nat=ir,dk&results=40&seed=mail")
            #expect(old.contains { $0["email"].text?.utf8.allSatisfy { $0 < 0x80 } == false })
            let new = try await client.people("/api/1.4/?nat=ir,dk&results=40&seed=mail")
            #expect(new.allSatisfy { $0["email"].text?.utf8.allSatisfy { $0 < 0x80 } == true })
        }
    }
}
