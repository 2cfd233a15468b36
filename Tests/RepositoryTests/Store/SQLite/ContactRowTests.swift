import Foundation
import Repository
import Testing

/// A contact that was read from a row is equal to one that was created field by field.
@Suite struct ContactTextsTests {
    private static let id = ContactID(rawValue: "uuid-a")

    private func read(_ change: (inout Contact) -> Void = { _ in }) async throws -> [Contact] {
        try await DAOKind.sqlite.with { dao async throws in
            _ = try await dao.store(.sample([.sample("a", change: change)]))
            return [try await dao.contacts(withIDs: [Self.id])[0], try await dao.contacts(withIDs: [Self.id])[0]]
        }
    }

    private func made(_ change: (inout Contact) -> Void = { _ in }) -> Contact {
        var contact = Contact.sample("a", change: change)
        contact.id = Self.id
        return contact
    }

    @Test func `a contact from a row is equal to one with the same fields`() async throws {
        let stored = try await read()
        #expect(stored[0] == stored[1])
        #expect(stored[0] == made() && made() == stored[0])
        #expect(Set(stored + [made()]).count == 1)
        #expect(stored[0] != made { $0.email = "other@example.com" })
        let other = try await read { $0.name.last = "Other" }
        #expect(stored[0] != other[0])
    }

    @Test func `contacts in different Unicode normal forms are equal`() async throws {
        let composed = try await read { $0.name.last = "Zo\u{EB}" }
        let decomposed = try await read { $0.name.last = "Zoe\u{308}" }
        #expect(composed[0] == decomposed[0])
        #expect(Set(composed + decomposed).count == 1)
    }

    @Test func `the first phone, email and address are the same before and after a change`() async throws {
        for (phone, cell, email, city) in [
            ("1", "2", "a@x", "c"), (nil, "2", nil, nil), ("1", nil, "", ""), (nil, nil, nil, nil),
        ] {
            let stored = try await read {
                ($0.phone, $0.cell, $0.email) = (phone, cell, email)
                $0.address.city = city
            }
            var touched = stored[0]
            touched.note = "touched"
            #expect(stored[0].phone == phone && touched.phone == phone)
            #expect(stored[0].cell == cell && touched.cell == cell)
            #expect(stored[0].email == email && touched.email == email)
            #expect(stored[0].address == touched.address)
            #expect(stored[0].phones == touched.phones && stored[0].emails == touched.emails)
            #expect(stored[0].addresses == touched.addresses)
        }
    }

    @Test func `changing a copy leaves the original unchanged`() async throws {
        let stored = try await read()
        var changed = stored[0]
        changed.name.first = "New"
        changed.emails.append(ContactValue("second@example.com"))
        changed.nickname = "N"
        #expect(changed.name.first == "New" && changed.emails.count == 2 && changed.nickname == "N")
        #expect(changed.name.last == "Last a" && changed.phone == "(067) Z42-7667")
        #expect(stored[0] == stored[1] && stored[0].nickname == nil && stored[0].emails.count == 1)
        var again = changed
        again.name.first = "Newer"
        #expect(changed.name.first == "New")
        changed.name.first = "First a"
        changed.emails.removeLast()
        changed.nickname = nil
        #expect(changed == stored[0])
    }

    @Test func `a contact from a row is encoded like any other`() async throws {
        let stored = try await read()[0]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try encoder.encode(stored) == encoder.encode(made()))
        #expect(try JSONDecoder().decode(Contact.self, from: encoder.encode(stored)) == stored)
    }
}
