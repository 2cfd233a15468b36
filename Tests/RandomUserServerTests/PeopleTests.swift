import Foundation
import Loopback
import Testing

@testable import RandomUserServer

struct PeopleTests {
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

    @Test(arguments: ["1.0", "1.1", "1.2", "1.3", "1.4"])
    func `a smaller page is the beginning of a larger one, in each version`(version: String) async throws {
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

    @Test func `pages have no person in common, whatever their sizes`() async throws {
        try await withServer { _, client in
            var ids = try await client.texts("login.uuid", "results=100&seed=pages-&inc=login")
            for page in 2...5 { ids += try await client.texts("login.uuid", "results=50&seed=pages-&page=\(page)") }
            #expect(ids.count == 300 && Set(ids).count == 300)
        }
    }

    @Test func `people depend on seed and page, not on the rest or on earlier requests`() async throws {
        let first = try await withServer { _, client async throws in
            _ = try await client.people("/api/?seed=other&results=3")
            return try await client.people("/api/?seed=same&page=3&results=20")
        }
        try await withServer { _, client async throws in
            let again = try await client.people("/api/?results=20&page=3&seed=same&noinfo&format=pretty")
            #expect(again == first)
            #expect(try await client.people("/api/?seed=same3&results=20") == again)
            for other in ["seed=same&page=4", "seed=Same&page=3", "seed=same&page=3.5"] {
                #expect(try await client.people("/api/?results=20&\(other)") != again)
            }
        }
    }

    @Test func `the n-th uuid is the same for any nation, gender and field`() async throws {
        try await withServer { _, client in
            var lists: Set<[String]> = []
            for query in ["", "&nat=fr", "&nat=us,de", "&inc=login", "&exc=location", "&lego"] {
                lists.insert(try await client.texts("login.uuid", "seed=uuid&results=20\(query)"))
            }
            #expect(lists.map(\.count) == [20])
            let (french, american) = ("seed=uuid&results=20&nat=fr", "seed=uuid&results=20&nat=us")
            #expect(try await client.texts("name.last", french) != client.texts("name.last", american))
        }
    }

    @Test(arguments: [
        ("2024-02-28T23:59:59.000Z", 23), ("2024-02-29T00:00:00.000Z", 24),
        // In a year without 29 February the birthday is 1 March.
        ("2023-02-28T23:59:59.000Z", 22), ("2023-03-01T00:00:00.000Z", 23),
    ])
    func `an age grows at the second of the birth`(now: String, years: Int) {
        #expect(PersonRecord(fields: [], version: .latest, now: now).years(since: "2000-02-29T00:00:00.000Z") == years)
    }
}
