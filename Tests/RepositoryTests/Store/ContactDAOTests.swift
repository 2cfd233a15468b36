import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactDAOTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)
    private let source = ContactSource(version: "1.4", seed: "abc")

    @Test func `every field comes back unchanged`() async throws {
        var contact = Contact.complete
        contact.name = PersonName(title: "", first: " Zoë\u{0}x ", last: "Þór\u{200C}😀")
        let bare = RemotePerson(index: 1, uuid: "bare", contact: Contact(id: contact.id, gender: "male"))
        _ = try await dao.store(.sample([RemotePerson(index: 0, uuid: "whole", contact: contact), bare]))
        contact.id = "whole"
        #expect(try await dao.contact("whole") == contact)
        #expect(try await dao.contact("bare") == Contact(id: "bare", gender: "male"))
    }

    @Test func `orders ignore accents and case, and who has no name sorts by what is shown`() async throws {
        func named(_ first: String?, _ last: String?, _ birthday: String?, _ id: String) -> RemotePerson {
            .sample(id, uuid: .some(id)) {
                $0.name = PersonName(first: first, last: last)
                $0.birthday = birthday
            }
        }
        _ = try await dao.store(
            .sample([
                named("Bo", "Đorđević", "1990-12-31", "a"), named("Al", "dorn", "1980-01-02", "b"),
                named("Ann", "Øst", "1999-01-01", "c"), named("ann", "OST", "1970-06-15", "d"),
                named("Solo", nil, nil, "e"), named(nil, nil, nil, "f"), named("", "", "1944-01-02", "g"),
                named("Zed", "Li", "2000-02-29", "h"), named("Abe", "Lind", "2000-03-01", "i"),
            ])
        )
        for (sort, order) in [(ContactSort.last, "abhifgcde"), (.first, "ibcdafgeh"), (.birthday, "cgbhidaef")] {
            #expect(try await dao.all(sort: sort).map(\.id.rawValue).joined() == order)
        }
    }

    @Test func `a refresh updates people and keeps their identifiers`() async throws {
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)]))
        _ = try await dao.store(.sample([.sample("a") { $0.email = "new@x" }, .sample("c", index: 1)], at: 1500))
        let contacts = try await dao.all()
        #expect(contacts.map(\.id.rawValue) == ["uuid-a", "uuid-b", "uuid-c"])
        #expect(contacts.first?.email == "new@x")
        #expect(try await dao.found("new@x") == ["uuid-a"])
        #expect(try await dao.found("mail-0@example.com").isEmpty)
        let state = try await dao.state(of: source)
        let time = Date(timeIntervalSince1970: 1500)
        #expect(state.hasPeople && state.lastFetch == time)
        #expect(state.pages == [.init(page: 1, results: 50, fetchedAt: time, storedAt: time, people: 2)])
    }

    @Test func `an edit survives refreshes until the old value is typed`() async throws {
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)]))
        let id: ContactID = "uuid-a"
        let edit = ContactEdit(firstName: "Änn", lastName: "Zett", email: "", phone: "112")
        let edited = try await dao.update(id, with: edit)
        #expect(edited.name == PersonName(title: "Ms", first: "Änn", last: "Zett"))
        #expect(edited.email == nil && edited.phone == "112" && edited.isEdited)
        let changed = ContactFilter(updatedSince: Date(timeIntervalSince1970: 2000))
        #expect(try await dao.contacts(ContactQuery(limit: 9, filter: changed)).ids == ["uuid-a"])

        _ = try await dao.store(.sample([.sample("a") { $0.birthday = "2000-01-01" }], at: 3000))
        var expected = edited
        expected.birthday = "2000-01-01"
        #expect(try await dao.contact("uuid-a") == expected)
        #expect(try await dao.all().map(\.id.rawValue) == ["uuid-b", "uuid-a"])
        #expect(try await dao.found("ann zett") == ["uuid-a"])
        #expect(try await dao.found("first") == ["uuid-b"])

        let (email, phone) = ("mail-0@example.com", "(067) Z42-7667")
        let back = ContactEdit(firstName: "First a", lastName: "Last a", email: email, phone: phone)
        let restored = try await dao.update(id, with: back)
        #expect(!restored.isEdited)
        #expect(restored.name.last == "Last a")
        #expect(try await dao.all().map(\.id.rawValue) == ["uuid-a", "uuid-b"])
        _ = try await dao.store(.sample([.sample("a") { $0.email = "newest@x" }], at: 4000))
        #expect(try await dao.contact("uuid-a")?.email == "newest@x")
        // An edit with the value that the source has later is no edit any more.
        #expect(try await dao.update(id, with: ContactEdit(email: "same@x")).isEdited)
        _ = try await dao.store(.sample([.sample("a") { $0.email = "same@x" }], at: 5000))
        #expect(try await dao.contact("uuid-a")?.isEdited == false)
    }

    @Test func `different people never share an identifier`() async throws {
        let french = ContactSource(version: "1.4", seed: "abc", nationalities: "fr")
        let twice: [RemotePerson] = [
            .sample("us", uuid: "same"), .sample("twin", index: 1, uuid: "same"),
            .sample("none", index: 2, uuid: .some(nil)),
            .sample("odd", index: 3, uuid: "../odd"), .sample("us", uuid: "same"),
        ]
        let others: [RemotePerson] = [.sample("fr", uuid: "same"), .sample("none too", index: 2, uuid: .some(nil))]
        for _ in 1...2 {
            // The second round refreshes the first.
            _ = try await dao.store(.sample(twice, source: source))
            _ = try await dao.store(.sample(others, source: french))
            let contacts = try await dao.all()
            let names = ["fr", "none", "none too", "odd", "twin", "us"].map { "Last \($0)" }
            #expect(contacts.map(\.name.last) == names)
            #expect(Set(contacts.map(\.id)).count == 6)
            #expect(contacts.last?.id.rawValue == "same")
        }
    }

    @Test func `held pages are keyed by source and size`() async throws {
        _ = try await dao.store(.sample([.sample("a")], page: 2, results: 50, at: 10))
        _ = try await dao.store(.sample([], page: 1, results: 50, at: 20))
        _ = try await dao.store(.sample([], page: 1, results: 20, at: 30))
        _ = try await dao.store(.sample([], source: ContactSource(seed: "other"), page: 1, at: 40))
        let state = try await dao.state(of: source)
        #expect(state.pages.map(\.results) == [20, 50, 50])
        #expect(state.pages.map(\.page) == [1, 1, 2])
        #expect(state.lastFetch == Date(timeIntervalSince1970: 40))
    }

    @Test func `the first seed that the server chose is adopted`() async throws {
        let open = ContactSource(version: "1.4")
        func answer(_ seed: String) -> FetchedPage {
            var page = FetchedPage.sample([], source: open)
            page.answer.source.seed = seed
            return page
        }
        #expect(try await dao.store(answer("first")).seed == "first")
        #expect(try await dao.store(answer("second")).seed == "first")
        // Each page belongs to the seed that it came with.
        #expect(try await dao.state(of: ContactSource(version: "1.4", seed: "second")).pages.count == 1)
        // People of other nationalities have a seed of their own.
        let french = ContactSource(version: "1.4", nationalities: "fr")
        #expect(try await dao.state(of: french).source.seed.isEmpty)
        let state = try await dao.state(of: open)
        #expect(state.source.seed == "first" && state.pages.count == 1)
        #expect(try await dao.state(of: ContactSource(version: "1.3")).source.seed == "")
    }

    @Test func `a server that chooses no seed is requested without one again`() async throws {
        let open = ContactSource(version: "1.4")
        #expect(try await dao.store(.sample([.sample("a")], source: open)) == open)
        #expect(try await dao.state(of: open).pages.count == 1)
    }
}
