import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite struct StoredPagesTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }

    @Test func `a page that cannot be stored leaves nothing`() async throws {
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.store(.sample([.sample("a")]))
        // A trigger is refused when the database is opened, which it is already.
        try SQLiteConnection(path: path, mode: .readWrite).execute(
            "CREATE TRIGGER stop BEFORE INSERT ON contact WHEN new.id = 'uuid-c' BEGIN SELECT raise(ABORT, 'no'); END"
        )
        let page = FetchedPage.sample([.sample("b"), .sample("c", index: 1)], page: 2)
        #expect(await repositoryError { _ = try await dao.store(page) }?.code == .internal)
        #expect(try await dao.contacts(ContactQuery(limit: 5)).lastNames == ["Last a"])
        #expect(try await dao.state(of: ContactSource(version: "1.4", seed: "abc")).pages.map(\.page) == [1])
    }

    @Test func `a concurrent read sees a written page whole or not at all`() async throws {
        let dao = SQLiteContactDAO(path: path)
        func page(_ version: Int) -> FetchedPage {
            let people = (0..<40).map { index in
                RemotePerson.sample("\(index)", index: index) { $0.name.last = "v\(version)" }
            }
            return .sample(people, at: 2000 + Double(version))
        }
        _ = try await dao.store(page(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for version in 1...10 { _ = try await dao.store(page(version)) } }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<20 {
                        let names = try await dao.contacts(ContactQuery(limit: 100)).lastNames
                        #expect(names.count == 40 && Set(names).count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a refresh rewrites only the rows that have changed`() async throws {
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)], at: 1000))
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1) { $0.gender = "x" }], at: 5000))
        await dao.close()
        let connection = try SQLiteConnection(path: path, mode: .readOnly)
        #expect(try connection.text("SELECT group_concat(updated_at) FROM contact ORDER BY id") == "1000000,5000000")
    }

    @Test func `known and new people of a page are stored in any order`() async throws {
        let dao = SQLiteContactDAO.temporary()
        for names in ["dbf", "abcdefg"] {
            let people = names.enumerated().map { RemotePerson.sample(String($1), index: $0) }
            _ = try await dao.store(.sample(people, at: Double(names.count)))
        }
        #expect(try await dao.all().map(\.id) == ["a", "b", "c", "d", "e", "f", "g"].map { "uuid-\($0)" })
        #expect(try await dao.found("last").count == 7)
        #expect(try await dao.check(full: true).isEmpty)
    }
}

@Suite struct ContactIdentityTests {
    @Test(
        arguments: ["9f07341f-c7e6-45b7-bab0-af6de5a4582d", "A", "1.2_3-4"].map { ($0, true) }
            + [nil, "", "-a", "a b", "a/b", "é", "a\n", String(repeating: "a", count: 65)].map { ($0, false) }
            as [(String?, Bool)]
    )
    func `an identifier of letters, digits and -_. is used unchanged, any other is not`(uuid: String?, isUsed: Bool) {
        #expect(ContactIdentity.usable(uuid)?.rawValue == (isUsed ? uuid : nil))
    }

    @Test func `every place on every page has its own identifier, which stays`() {
        let source = ContactSource(version: "1.4", seed: "abc", nationalities: "us")
        #expect(ContactIdentity.derived(source, page: 1, index: 2) == "6c292834-62e8-8b8a-a0a4-8cc139018302")
        var ids: Set<ContactID> = []
        for source in [ContactSource(version: "ab", seed: "c"), .init(version: "a", seed: "bc"), .init(seed: "abc")] {
            // Page 1, place 11 and page 11, place 1.
            for number in 0..<288 {
                let (page, index) = (number % 12 + 1, number / 12 % 12)
                ids.insert(ContactIdentity.derived(source, page: page, index: index, attempt: number / 144))
            }
        }
        #expect(ids.count == 864)
    }
}
