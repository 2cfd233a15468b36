import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactChangeTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    @Test func `an edit renews the revision that a card came with, and undo brings the old one back`() async throws {
        var card = Contact(id: "c", name: PersonName(first: "Ada"), origin: .local)
        card.lines = ["REV:20200101T000000Z", "X-A:REV:1", "item1.rev;VALUE=timestamp:2020-01-01T00:00:00Z"]
        _ = try await dao.apply([.add(card)], title: "add")
        _ = try await dao.update(card.id, with: ContactEdit(firstName: "Ada"))
        #expect(try await dao.contact("c")?.lines == card.lines, "nothing was changed")
        _ = try await dao.update(card.id, with: ContactEdit(phone: "1"))
        let now = "19700101T003320Z"
        let lines = ["REV:\(now)", "X-A:REV:1", "item1.rev;VALUE=timestamp:\(now)"]
        #expect(try await dao.contact("c")?.lines == lines)
        _ = try await dao.turn(steps: 1, isUndone: false)
        #expect(try await dao.contact("c")?.lines == card.lines)
    }

    private static var full: Contact {
        var contact = Contact(
            id: "",
            name: PersonName(title: "Dr", first: "Zoë\u{0}\"\\", middle: "M", last: "Þór\n😀", suffix: "Jr."),
            gender: "female",
            birthday: "--02-29",
            nationality: "IS",
            picture: PictureLinks(large: "l", medium: "m", thumbnail: "t"),
            registered: "2011-09-28T22:27:24.121Z",
            origin: .local
        )
        contact.name.formatted = "Z. Þór"
        (contact.uid, contact.nickname, contact.note, contact.isFavorite) = ("uid:1", "Z", "a\nb", true)
        contact.emails = [ContactValue("a@x"), ContactValue("b@x", types: ["work"], isPreferred: true)]
        contact.phones = [ContactValue("1", types: ["home", "fax"]), ContactValue("2", types: ["cell"])]
        contact.addresses = [
            ContactAddress(PostalAddress(street: "s", city: "c", state: "st", postcode: "01", country: "k")),
            ContactAddress(PostalAddress(poBox: "7", extended: "e"), types: ["work"], isPreferred: true),
        ]
        (contact.organization, contact.jobTitle, contact.role) = ("Org", "job", "role")
        (contact.organizationUnits, contact.categories) = (["U1", "U2"], ["Familie", "Ärzte"])
        (contact.anniversary, contact.urls) = ("2001-02-03", ["https://x.example"])
        contact.photo = .data(mediaType: "image/png", base64: "AAAA")
        contact.lines = ["X-A:1", "item1.X-B;C=D:e"]
        return contact
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
        var old = base
        old.gender = "x"
        var reverted = old
        (reverted.categories, reverted.isFavorite) = (wanted.categories, true)
        #expect(try await dao.apply([.revert(base.id)], title: "revert") == [reverted])
        for (steps, expected) in [(1, wanted), (9, old)] {
            #expect(try await dao.turn(steps: steps, isUndone: false).count == 1)
            #expect(try await dao.contact("uuid-a") == expected)
        }
    }

    @Test func `a number that was changed leaves the other one to the source`() async throws {
        _ = try await dao.store(.sample([.sample("a") { $0.cell = "7" }]))
        _ = try await dao.update("uuid-a", with: ContactEdit(phone: "5"))
        _ = try await dao.store(.sample([.sample("a") { $0.cell = "8" }], at: 3000))
        let edited = try #require(try await dao.contact("uuid-a"))
        #expect(edited.phones == [ContactValue("5", types: ["home"]), ContactValue("8", types: ["cell"])])
        // What is not touched now stays, although the source says the same.
        _ = try await dao.store(.sample([.sample("a") { $0.phone = "5" }], at: 4000))
        _ = try await dao.update("uuid-a", with: ContactEdit(email: "e@x"))
        _ = try await dao.store(.sample([.sample("a") { $0.phone = "6" }], at: 5000))
        #expect(try await dao.contact("uuid-a")?.phone == "5")
    }

    @Test func `a step names its contacts and has both sides, whatever came after it, undone or not`() async throws {
        let contact = Contact(id: "ada", name: PersonName(first: "Ada", last: "Byron"), origin: .local)
        _ = try await dao.apply([.add(contact)], title: "add")
        _ = try await dao.update("ada", with: ContactEdit(lastName: "Lovelace"))
        _ = try await dao.update("ada", with: ContactEdit { $0.note = "x" })
        _ = try await dao.apply([.remove("ada")], title: "remove")
        #expect(try await dao.history(limit: 9).map(\.names) == Array(repeating: ["Ada Lovelace"], count: 4))
        func sides(_ step: Int) async throws -> [Contact?] {
            let change = try #require(try await dao.historyStep(Int64(step), limit: 9).changes.first)
            return [change.before, change.after]
        }
        for isUndone in [false, true, false] {
            for (step, names) in [
                (1, [nil, "Ada Byron"]), (2, ["Ada Byron", "Ada Lovelace"]), (4, ["Ada Lovelace", nil]),
            ] {
                #expect(try await sides(step).map { $0?.displayName } == names, "undone: \(isUndone)")
            }
            #expect(try await sides(3).map { $0?.note } == [nil, "x"])
            #expect(try await dao.turn(steps: 9, isUndone: isUndone).map(\.names.count) == [1, 1, 1, 1])
            #expect(try await dao.history(limit: 1).first?.names != [""])
        }
        #expect(await repositoryError { _ = try await dao.historyStep(9, limit: 9) }?.code == .notFound)
    }

    @Test func `as many contacts are told as were asked for`() async throws {
        _ = try await dao.apply((0..<5).map { .add(.numbered($0)) }, title: "add")
        let detail = try await dao.historyStep(1, limit: 2)
        #expect(detail.changes.map(\.id) == ["id-0", "id-1"])
        #expect(detail.step.contactCount == 5)
    }
}
