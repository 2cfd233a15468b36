import Foundation
import Testing

@testable import RandomUserServer

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

    @Test func `page 2 of 50 is not the second half of page 1 of 100`() async throws {
        let all = try await readPeople("/api/?seed=prefix-&results=100")
        let second = try await readPeople("/api/?seed=prefix-&results=50&page=2")
        #expect(Set(second.map { $0["login.uuid"].text }).isDisjoint(with: all.map { $0["login.uuid"].text }))
    }

    @Test func `people depend on seed and page, not on the rest or on earlier requests`() async throws {
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

    /// Covers every nation and every field of each version; the tag has the length and a checksum of the answer.
    @Test(arguments: [
        ("1.0/?seed=abc&results=300", "W/\"3a863-de954c5140c5d649\""),
        ("1.1/?seed=abc&results=300", "W/\"3c2f8-2c3625999568af46\""),
        ("1.2/?seed=abc&results=300", "W/\"4b7c1-34cc0f755a2b9ef3\""),
        ("1.3/?seed=abc&results=300", "W/\"4ed72-6bccc06307430f70\""),
        ("1.4/?seed=contacts-dev&results=5000&page=3", "W/\"5225b6-6436fa1146cc30be\""),
        ("1.0/?lego&seed=abc&results=300&exc=dob,registered", "W/\"38600-9c4c9b29ac5ae0c5\""),
        ("1.4/?lego&seed=abc&results=1000&exc=dob,registered", "W/\"e886e-142c29b72742dd2d\""),
    ])
    func `the answer to a request is the same bytes in every release`(target: String, tag: String) async throws {
        let options = ServerOptions(now: { Date(timeIntervalSince1970: 1_700_000_000) })
        try await withServer(options) { _, client async throws in
            #expect(try await client.send("/api/" + target).headers["etag"] == tag)
        }
    }
}

@Suite struct NationTests {
    private static let file = NationFile(
        """
        # A comment.
        [XX]
        country: Nowhere
        male: Ann, Bob ,
          Carl
        last: Example,
        street forms: * Street, Via *
        street names:
          North, South
        other streets: -, Odd Lane , x
        cell: ## #

        [YY]
        cities:
        """
    )

    @Test func `items end at commas and lines, and keep the blanks behind them`() {
        #expect(Set(Self.file.sections.keys) == ["XX", "YY"])
        let lists = Self.file.sections["XX"] ?? [:]
        #expect(lists["male"] == ["Ann", "Bob ", "Carl"])
        #expect(lists["last"] == ["Example"])
        #expect(Self.file.sections["YY"] == ["cities": []])
    }

    @Test func `each street form is filled with each name, and other streets follow as they are`() {
        let nation = Nation("XX", Self.file.sections["XX"] ?? [:])
        #expect(nation.country == "Nowhere")
        #expect(nation.streets == ["North Street", "South Street", "Via North", "Via South", "", "Odd Lane ", "x"])
        #expect(nation.cell == "## #")
        #expect(nation.cities.isEmpty)
    }

    @Test func `each nation of the service has a section of its own that is full`() throws {
        for code in APIVersion.latest.nations + ["LEGO"] {
            let nation = try #require(Nation.all[code])
            #expect(nation.code == code)
            #expect((nation.country == nil) == (code == "LEGO"))
            for list in [nation.male, nation.female, nation.last, nation.streets, nation.cities, nation.states] {
                #expect(list.count >= 4, "\(code)")
            }
            #expect(!nation.phones.isEmpty && !nation.cell.isEmpty)
        }
        for words in [CommonWords.adjectives, CommonWords.nouns, CommonWords.passwords] { #expect(words.count > 60) }
    }
}
