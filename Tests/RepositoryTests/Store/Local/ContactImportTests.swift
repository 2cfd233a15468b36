import Foundation
import RepositoryDoubles
import Synchronization
import Testing

@testable import Repository

@Suite struct ContactImportTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    private struct Stopped: Error {}

    private func card(_ uid: String?, _ email: String, change: (inout Contact) -> Void = { _ in }) -> Contact {
        var contact = Contact(id: "", name: PersonName(last: "L"), email: email)
        contact.uid = uid
        change(&contact)
        return contact
    }

    private func importing(_ batches: [[Contact]], duplicates: DuplicateRule = .update) async throws -> ImportSummary {
        try await importing(batches.map { $0.map { ImportedContact($0) } }, duplicates)
    }

    private func importing(_ batches: [[ImportedContact]], _ duplicates: DuplicateRule) async throws -> ImportSummary {
        let rest = Mutex(batches)
        return try await dao.importContacts(title: "import", duplicates: duplicates) {
            rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    @Test func `importing twice is the same as once, and one undo takes it back`() async throws {
        let id = "6fa459ea-ee8a-3ca4-894e-db77e160355e"
        let cards = [card("uid:1", "1@x"), card("urn:uuid:" + id.uppercased(), "2@x"), card("3", "3@x")]
        #expect(try await importing([[cards[0]], [], [cards[1], cards[2]]]) == ImportSummary(added: 3))
        let first = try await dao.all()
        #expect(first.contains { $0.id.rawValue == id })
        #expect(first.first { $0.uid == "uid:1" }?.id.rawValue.dropFirst(14).first == "5")
        #expect(first.allSatisfy { $0.origin == .local })
        #expect(try await importing([cards]) == ImportSummary(unchanged: 3))
        #expect(try await dao.all() == first)
        #expect(try await dao.history(limit: 9).map(\.contactCount) == [3])
        _ = try await dao.turn(steps: 1, isUndone: false)
        #expect(try await dao.all().isEmpty)
        #expect(try await importing([cards]) == ImportSummary(added: 3))
        #expect(try await dao.all() == first)
    }

    @Test func `contacts of the source are known by their identifiers`() async throws {
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1), .sample("c", index: 2)]))
        let third = card(nil, "3@x") { $0.id = "uuid-c" }
        let summary = try await importing([[card("urn:uuid:uuid-a", "1@x"), card("uuid-b", "2@x"), third]])
        #expect(summary == ImportSummary(updated: 3))
        let contacts = try await dao.all()
        #expect(Set(contacts.map(\.email)) == ["1@x", "2@x", "3@x"])
        #expect(contacts.allSatisfy { $0.isEdited && $0.uid == nil && $0.name.first != nil || $0.name.last == "L" })
    }

    @Test func `who was removed comes back when imported`() async throws {
        _ = try await dao.store(.sample([.sample("a")]))
        _ = try await dao.apply([.remove("uuid-a")], title: "remove")
        #expect(try await importing([[card("uuid-a", "1@x")]], duplicates: .skip) == ImportSummary(updated: 1))
        #expect(try await dao.all().map(\.id.rawValue) == ["uuid-a"])
    }

    @Test func `who has neither UID nor identifier is known by content`() async throws {
        let typed = card(nil, "0@x")
        _ = try await dao.apply([.add(typed)], title: "add")
        let cards = [card(nil, "1@x"), card(nil, "2@x"), typed]
        #expect(try await importing([cards]) == ImportSummary(added: 2, unchanged: 1))
        #expect(try await importing([cards]) == ImportSummary(unchanged: 3))
        #expect(try await importing([cards], duplicates: .skip) == ImportSummary(skipped: 3))
        #expect(try await dao.all().count == 3)
        #expect(try await dao.history(limit: 9).count == 2)
        // What was changed here since stays as it is.
        let id = try #require(try await dao.all().first { $0.email == "1@x" }?.id)
        _ = try await dao.apply([.edit(id, ContactEdit(email: "9@x"))], title: "edit")
        #expect(try await importing([cards]) == ImportSummary(unchanged: 3))
        #expect(Set(try await dao.all().map(\.email)) == ["0@x", "9@x", "2@x"])
        #expect(try await importing([cards], duplicates: .keep) == ImportSummary(added: 3))
    }

    @Test func `what comes back as it would be written is unchanged`() async throws {
        _ = try await importing([[card("1", "1@x") { $0.lines = ["X-A;type=b:1"] }]])
        let back = card("1", "1@x") { $0.lines = ["X-A;TYPE=b:1"] }
        let again = ImportedContact(back, rewritten: { $0.lines == ["X-A;type=b:1"] ? back : nil })
        #expect(try await importing([[again]], .update) == ImportSummary(unchanged: 1))
        #expect(try await dao.all().first?.lines == ["X-A;type=b:1"])
    }

    @Test func `members of a group that is a card are in the group, wherever the card stands`() async throws {
        let one = card("uid:1", "1@x")
        let two = card("urn:uuid:6FA459EA-EE8A-3CA4-894E-DB77E160355E", "2@x") { $0.categories = ["Work"] }
        var group = Contact(id: "", name: PersonName(formatted: "Friends"))
        group.uid = "g"
        group.lines = [
            "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:uid:1", "MEMBER:uid:nobody",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:6fa459ea-ee8a-3ca4-894e-db77e160355e",
        ]
        let cards = [one, group, two]
        #expect(try await importing([cards]) == ImportSummary(added: 2), "the group is no contact")
        #expect(try await dao.history(limit: 9).map(\.contactCount) == [2], "a contact counts once")
        func groups() async throws -> [String?: [String]] {
            Dictionary(uniqueKeysWithValues: try await dao.all().map { ($0.email, $0.categories) })
        }
        #expect(try await groups() == ["1@x": ["Friends"], "2@x": ["Work", "Friends"]])
        #expect(try await importing([cards]) == ImportSummary(unchanged: 2))
        #expect(try await groups() == ["1@x": ["Friends"], "2@x": ["Work", "Friends"]])
        // Without the card of the group, a card that names other groups takes its contact out.
        #expect(try await importing([[two]]) == ImportSummary(updated: 1))
        #expect(try await groups()["2@x"] == ["Work"])
        _ = try await dao.turn(steps: 2, isUndone: false)
        #expect(try await dao.all().isEmpty)
        // Of nobody here: it is kept as it came.
        #expect(try await importing([[group]]) == ImportSummary(added: 1))
    }

    @Test(arguments: [false, true])
    func `an import that breaks off or is cancelled leaves nothing`(isCancelled: Bool) async throws {
        let count = Mutex(0)
        let task = Task {
            try await dao.importContacts(title: "import", duplicates: .update) {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 3, isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                if number == 3, !isCancelled { throw Stopped() }
                return number < 9 ? [ImportedContact(card("\(number)", "\(number)@x"))] : nil
            }
        }
        let error = await #expect(throws: (any Error).self) { try await task.value }
        #expect(isCancelled ? error is CancellationError : error is Stopped)
        #expect(try await dao.all().isEmpty)
        #expect(try await dao.history(limit: 9).isEmpty)
    }
}
