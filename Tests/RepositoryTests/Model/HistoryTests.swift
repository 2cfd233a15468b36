import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct HistoryTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)
    private let id = ContactID(rawValue: "ada")

    /// Adds a contact, gives it another name and a note, and removes it: steps 1 to 4.
    private func fill(_ dao: any ContactDAO) async throws {
        let contact = Contact(id: id, name: PersonName(first: "Ada", last: "Byron"), origin: .local)
        _ = try await dao.apply([.add(contact)], title: "add")
        _ = try await dao.update(id, with: ContactEdit(lastName: "Lovelace"))
        _ = try await dao.update(id, with: ContactEdit { $0.note = "x" })
        _ = try await dao.apply([.remove(id)], title: "remove")
    }

    @Test func `steps name their contacts, also removed ones`() async throws {
        try await fill(dao)
        #expect(try await dao.history(limit: 9).map(\.names) == Array(repeating: ["Ada Lovelace"], count: 4))
        #expect(try await dao.turn(steps: 9, isUndone: false).map(\.names.count) == [1, 1, 1, 1])
        #expect(try await dao.history(limit: 1).first?.names != [""])
    }

    @Test func `a step is told with both sides, whatever came after it, and whether it is undone`() async throws {
        try await fill(dao)
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
