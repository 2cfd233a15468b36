import Foundation
import Testing

@testable import Repository

@Suite struct ContactColumnsTests {
    /// A contact with a different text in each column.
    private var contact: Contact {
        var contact = Contact(id: ContactID(rawValue: "id"))
        contact.name = PersonName(title: "title", first: "first", last: "last")
        contact.gender = "gender"
        contact.email = "email"
        contact.phones = [ContactValue("phone", types: ["home"]), ContactValue("cell", types: ["cell"])]
        contact.birthday = "birthday"
        contact.address = PostalAddress(
            street: "street",
            city: "city",
            state: "state",
            postcode: "postcode",
            country: "country"
        )
        contact.nationality = "nationality"
        contact.picture = PictureLinks(large: "picture_large", medium: "picture_medium", thumbnail: "picture_thumbnail")
        contact.registered = "registered"
        return contact
    }

    @Test func `texts are in the order of the columns`() {
        #expect(ContactColumns.arguments(contact).map { $0 as? String } == ContactColumns.base)
        #expect(ContactColumns.arguments(Contact(id: contact.id)).allSatisfy { $0 == nil })
    }

    @Test func `a contact that is read has the text of each column in its field`() async throws {
        try await withDAO { dao async throws in
            _ = try await dao.store(.sample([RemotePerson(index: 0, uuid: "id", contact: contact)]))
            let stored = try await dao.contacts(withIDs: [contact.id])
            #expect(stored == [contact])
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            #expect(try encoder.encode(stored) == encoder.encode([contact]))
            #expect(try JSONDecoder().decode([Contact].self, from: encoder.encode(stored)) == stored)
        }
    }

    @Test func `contacts that are read in different Unicode normal forms are equal`() async throws {
        try await withDAO { dao async throws in
            var found: [Contact] = []
            for name in ["Zo\u{EB}", "Zoe\u{308}"] {
                _ = try await dao.store(.sample([.sample("a") { $0.name.last = name }]))
                found += try await dao.contacts(withIDs: [ContactID(rawValue: "uuid-a")])
            }
            #expect(found.count == 2 && Set(found).count == 1)
        }
    }

    @Test func `keys are in the order of their columns`() {
        let keys = ContactKeys(contact)
        #expect(ContactColumns.arguments(keys).count == ContactColumns.keys.count)
        #expect(ContactColumns.arguments(keys).last as? String == keys.words.text)
        #expect(ContactColumns.arguments(keys).first as? String == keys.order.last)
    }

    @Test func `a statement reads present contacts that satisfy all conditions`() {
        let sql = ContactColumns.select(
            [ContactFilterCondition("a = 1"), ContactFilterCondition("b = 2 OR c = 3")],
            adding: "c.sort_last"
        )
        #expect(sql.contains("c.registered, c.sort_last FROM contact c"))
        #expect(sql.hasSuffix("WHERE (c.deleted_at IS NULL) AND (a = 1) AND (b = 2 OR c = 3)"))
        #expect(Int(ContactColumns.count) == ContactColumns.shown.split(separator: ",").count)
    }
}
