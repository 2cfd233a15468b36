import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

/// What users change, in every store alike.
@Suite struct ContactChangeTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    @Test func `an edit renews the revision that a card came with, and undo brings the old one back`() async throws {
        var card = Contact(id: ContactID(rawValue: "c"), name: PersonName(first: "Ada"), origin: .local)
        card.lines = ["REV:20200101T000000Z", "X-A:REV:1", "item1.rev;VALUE=timestamp:2020-01-01T00:00:00Z"]
        _ = try await dao.apply([.add(card)], title: "add")
        _ = try await dao.apply([.edit(card.id, ContactEdit(firstName: "Ada"))], title: "edit")
        #expect(try await dao.contact("c")?.lines == card.lines, "nothing was changed")
        _ = try await dao.apply([.edit(card.id, ContactEdit(phone: "1"))], title: "edit")
        #expect(
            try await dao.contact("c")?.lines
                == ["REV:19700101T003320Z", "X-A:REV:1", "item1.rev;VALUE=timestamp:19700101T003320Z"]
        )
        _ = try await dao.turn(steps: 1, isUndone: false)
        #expect(try await dao.contact("c")?.lines == card.lines)
    }

    /// A contact in which every field says something.
    private static var full: Contact {
        var contact = Contact(
            id: ContactID(rawValue: ""),
            name: PersonName(
                title: "Dr",
                first: "Zoë\u{0}\"\\",
                middle: "M",
                last: "Þór\n😀",
                suffix: "Jr.",
                formatted: "Z. Þór"
            ),
            gender: "female",
            birthday: "--02-29",
            nationality: "IS",
            picture: PictureLinks(large: "l", medium: "m", thumbnail: "t"),
            registered: "2011-09-28T22:27:24.121Z",
            origin: .local
        )
        contact.uid = "uid:1"
        contact.nickname = "Z"
        contact.emails = [ContactValue("a@x"), ContactValue("b@x", types: ["work"], isPreferred: true)]
        contact.phones = [ContactValue("1", types: ["home", "fax"]), ContactValue("2", types: ["cell"])]
        contact.addresses = [
            ContactAddress(PostalAddress(street: "s", city: "c", state: "st", postcode: "01", country: "k")),
            ContactAddress(PostalAddress(poBox: "7", extended: "e"), types: ["work"], isPreferred: true),
        ]
        contact.anniversary = "2001-02-03"
        contact.organization = "Org"
        contact.organizationUnits = ["U1", "U2"]
        contact.jobTitle = "job"
        contact.role = "role"
        contact.note = "a\nb"
        contact.urls = ["https://x.example"]
        contact.categories = ["Familie", "Ärzte"]
        contact.isFavorite = true
        contact.photo = .data(mediaType: "image/png", base64: "AAAA")
        contact.lines = ["X-A:1", "item1.X-B;C=D:e"]
        return contact
    }

    @Test func `a contact made here comes back whole, is found and undone`() async throws {
        let added = try #require(try await dao.apply([.add(Self.full)], title: "add").first)
        #expect(added.id.rawValue.count == 36)
        var expected = Self.full
        expected.id = added.id
        #expect(added == expected)
        #expect(try await dao.all() == [expected])
        #expect(try await dao.found("zoe b@x") == [added.id.rawValue])
        #expect(!added.isEdited)
        let steps = try await dao.turn(steps: 1, isUndone: false)
        #expect(steps.map(\.title) == ["add"])
        #expect(steps.first?.isUndone == true)
        #expect(try await dao.all().isEmpty)
        #expect(try await dao.found("zoe").isEmpty)
        #expect(try await dao.turn(steps: 5, isUndone: true).map(\.isUndone) == [false])
        #expect(try await dao.all() == [expected])
        #expect(try await dao.found("zoe") == [added.id.rawValue])
    }

    @Test func `everything of a contact of the source can be replaced and reverted`() async throws {
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)]))
        let base = try #require(try await dao.contact("uuid-a"))
        var wanted = Self.full
        wanted.id = base.id
        wanted.origin = .source
        wanted.isEdited = true
        #expect(try await dao.apply([.replace(base.id, Self.full)], title: "edit") == [wanted])
        _ = try await dao.store(.sample([.sample("a") { $0.gender = "x" }, .sample("b", index: 1)], at: 3000))
        #expect(try await dao.contact("uuid-a") == wanted)
        var reverted = base
        reverted.gender = "x"
        reverted.categories = wanted.categories
        reverted.isFavorite = true
        #expect(try await dao.apply([.revert(base.id)], title: "revert") == [reverted])
        #expect(try await dao.turn(steps: 1, isUndone: false).count == 1)
        #expect(try await dao.contact("uuid-a") == wanted)
        #expect(try await dao.turn(steps: 9, isUndone: false).count == 1)
        var old = base
        old.gender = "x"
        #expect(try await dao.contact("uuid-a") == old)
    }

    @Test func `who was removed is not brought back by the source, but by undo`() async throws {
        let page = FetchedPage.sample([.sample("a"), .sample("b", index: 1)])
        _ = try await dao.store(page)
        let id = ContactID(rawValue: "uuid-a")
        let before = try await dao.apply([.edit(id, ContactEdit(email: "mine@x"))], title: "edit")
        #expect(try await dao.apply([.remove(id)], title: "remove") == before)
        _ = try await dao.store(page)
        _ = try await dao.store(.sample([.sample("a") { $0.birthday = "2000-01-01" }], at: 4000))
        #expect(try await dao.all().map(\.id.rawValue) == ["uuid-b"])
        #expect(try await dao.contact("uuid-a") == nil)
        #expect(try await dao.contacts(withPrefix: "uuid", limit: 9).count == 1)
        #expect(try await dao.found("mine@x").isEmpty)
        #expect(await repositoryError { _ = try await dao.apply([.remove(id)], title: "remove") }?.code == .notFound)
        #expect(try await dao.overview().removed == 1)
        _ = try await dao.turn(steps: 1, isUndone: false)
        let back = try #require(try await dao.contact("uuid-a"))
        #expect(back.email == "mine@x")
        #expect(back.birthday == "2000-01-01")
        #expect(try await dao.found("mine@x") == ["uuid-a"])
    }

    @Test func `a command is one step and all or nothing`() async throws {
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)]))
        let ids = ["uuid-a", "uuid-b"].map(ContactID.init(rawValue:))
        var star = ContactEdit()
        star.isFavorite = true
        star.addedCategories = ["Übung", "ubung"]
        let starred = try await dao.apply(ids.map { .edit($0, star) }, title: "favorite")
        #expect(starred.map(\.isFavorite) == [true, true])
        #expect(starred.map(\.categories) == [["Übung"], ["Übung"]])
        #expect(starred.map(\.isEdited) == [false, false])
        let failed = await repositoryError {
            let changes: [ContactChange] = [
                .edit(ids[0], ContactEdit(email: "x@y")), .remove(ContactID(rawValue: "unknown")),
            ]
            _ = try await dao.apply(changes, title: "both")
        }
        #expect(failed?.code == .notFound)
        #expect(try await dao.contact("uuid-a")?.email == "mail-0@example.com")
        // What changes nothing is no step.
        _ = try await dao.apply(ids.map { .edit($0, star) }, title: "again")
        let steps = try await dao.history(limit: 9)
        #expect(steps.map(\.title) == ["favorite"])
        #expect(steps.first?.contactCount == 2)
        #expect(steps.first?.contacts == ids)
        #expect(steps.first?.date == Date(timeIntervalSince1970: 2000))
        _ = try await dao.turn(steps: 1, isUndone: false)
        #expect(try await dao.all().allSatisfy { !$0.isFavorite && $0.categories.isEmpty })
    }

    @Test func `steps are undone backwards, done again forwards, and dropped by a new one`() async throws {
        _ = try await dao.store(.sample([.sample("a")]))
        let id = ContactID(rawValue: "uuid-a")
        for number in 1...4 {
            _ = try await dao.apply([.edit(id, ContactEdit(email: "\(number)@x"))], title: "\(number)")
        }
        func email() async throws -> String? { try await dao.contact("uuid-a")?.email }
        #expect(try await dao.turn(steps: 2, isUndone: false).map(\.title) == ["4", "3"])
        #expect(try await email() == "2@x")
        #expect(try await dao.turn(steps: 1, isUndone: true).map(\.title) == ["3"])
        #expect(try await email() == "3@x")
        #expect(try await dao.history(limit: 9).map(\.isUndone) == [true, false, false, false])
        _ = try await dao.apply([.edit(id, ContactEdit(phone: "5"))], title: "5")
        #expect(try await dao.turn(steps: 1, isUndone: true).isEmpty)
        #expect(try await dao.history(limit: 2).map(\.title) == ["5", "3"])
        #expect(try await dao.turn(steps: 99, isUndone: false).map(\.title) == ["5", "3", "2", "1"])
        #expect(try await email() == "mail-0@example.com")
        #expect(try await dao.turn(steps: 1, isUndone: false).isEmpty)
        #expect(try await dao.turn(steps: 99, isUndone: true).map(\.title) == ["1", "2", "3", "5"])
        #expect(try await email() == "3@x")
        #expect(try await dao.contact("uuid-a")?.phone == "5")
    }

    @Test func `a number that was changed leaves the other one to the source`() async throws {
        _ = try await dao.store(.sample([.sample("a") { $0.cell = "7" }]))
        let id = ContactID(rawValue: "uuid-a")
        _ = try await dao.apply([.edit(id, ContactEdit(phone: "5"))], title: "edit")
        _ = try await dao.store(.sample([.sample("a") { $0.cell = "8" }], at: 3000))
        let edited = try #require(try await dao.contact("uuid-a"))
        #expect(edited.phones == [ContactValue("5", types: ["home"]), ContactValue("8", types: ["cell"])])
        // What is not touched now stays, although the source says the same.
        _ = try await dao.store(.sample([.sample("a") { $0.phone = "5" }], at: 4000))
        _ = try await dao.apply([.edit(id, ContactEdit(email: "e@x"))], title: "edit")
        _ = try await dao.store(.sample([.sample("a") { $0.phone = "6" }], at: 5000))
        #expect(try await dao.contact("uuid-a")?.phone == "5")
    }

    private let id = ContactID(rawValue: "ada")

    /// Adds a contact, gives it another name and a note, and removes it: steps 1 to 4.
    private func fill() async throws {
        let contact = Contact(id: id, name: PersonName(first: "Ada", last: "Byron"), origin: .local)
        _ = try await dao.apply([.add(contact)], title: "add")
        _ = try await dao.update(id, with: ContactEdit(lastName: "Lovelace"))
        _ = try await dao.update(id, with: ContactEdit { $0.note = "x" })
        _ = try await dao.apply([.remove(id)], title: "remove")
    }

    @Test func `steps name their contacts, also removed ones`() async throws {
        try await fill()
        #expect(try await dao.history(limit: 9).map(\.names) == Array(repeating: ["Ada Lovelace"], count: 4))
        #expect(try await dao.turn(steps: 9, isUndone: false).map(\.names.count) == [1, 1, 1, 1])
        #expect(try await dao.history(limit: 1).first?.names != [""])
    }

    @Test func `a step is told with both sides, whatever came after it, and whether it is undone`() async throws {
        try await fill()
        func names(_ step: Int64) async throws -> [String?] {
            let change = try #require(try await dao.historyStep(step, limit: 9).changes.first)
            return [change.before, change.after].map { $0?.displayName }
        }
        for isUndone in [false, true, false] {
            #expect(try await names(1) == [nil, "Ada Byron"], "undone: \(isUndone)")
            #expect(try await names(2) == ["Ada Byron", "Ada Lovelace"], "undone: \(isUndone)")
            #expect(try await names(4) == ["Ada Lovelace", nil], "undone: \(isUndone)")
            let note = try #require(try await dao.historyStep(3, limit: 9).changes.first)
            #expect(note.before?.note == nil && note.after?.note == "x")
            _ = try await dao.turn(steps: 9, isUndone: isUndone)
        }
        #expect(await repositoryError { _ = try await dao.historyStep(9, limit: 9) }?.code == .notFound)
    }

    @Test func `as many contacts are told as were asked for`() async throws {
        let contacts = (0..<5).map { Contact(id: ContactID(rawValue: "c\($0)"), name: PersonName(last: "L\($0)")) }
        _ = try await dao.apply(contacts.map(ContactChange.add), title: "add")
        let detail = try await dao.historyStep(1, limit: 2)
        #expect(detail.changes.map(\.id.rawValue) == ["c0", "c1"])
        #expect(detail.step.contactCount == 5)
    }
}
