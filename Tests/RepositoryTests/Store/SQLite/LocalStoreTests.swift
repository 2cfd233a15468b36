import BlocTesting
import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite struct LocalStoreTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    @Test func `a long step is undone and redone completely`() async throws {
        let contacts = (0..<1201).map { Contact(id: "c\($0)", name: PersonName(last: "L\($0)")) }
        _ = try await dao.apply(contacts.map(ContactChange.add), title: "add")
        let step = try #require(try await dao.history(limit: 1).first)
        #expect(step.contactCount == 1201 && step.contacts.count == 10)
        for isUndone in [false, true] {
            #expect(try await dao.turn(steps: 1, isUndone: isUndone).map(\.isUndone) == [!isUndone])
            #expect(try await dao.count(ContactFilter()) == (isUndone ? 1201 : 0))
        }
        #expect(try await dao.check(full: true).isEmpty)
    }

    @Test func `the latest 1,000 steps of history are kept`() async throws {
        let database = ContactDatabase(path: path)
        try database.writing { connection in
            let store = LocalStore(connection: connection, time: 0)
            for number in 1...1003 { _ = try store.beginStep("step \(number)") }
        }
        let titles = try database.reading { connection in
            try LocalStore(connection: connection, time: 0).history(limit: 5000).map(\.title)
        }
        #expect(titles == (4...1003).reversed().map { "step \($0)" })
        database.close()
    }

    /// A contact with a photo of so many bytes, and its identifier.
    private func pictured(_ bytes: Int, _ letter: Character = "A") -> Contact {
        .made("ada") { contact in
            contact.name.last = "Lovelace"
            contact.photo = .data(mediaType: "image/png", base64: String(repeating: letter, count: bytes))
        }
    }

    @Test func `a step keeps what it changed, not the whole contact, and undo and redo are exact`() async throws {
        let dao = SQLiteContactDAO(path: path)
        let contact = pictured(100_000)
        _ = try await dao.apply([.add(contact)], title: "add")
        for number in 0..<20 {
            _ = try await dao.update(contact.id, with: ContactEdit { $0.note = "note \(number)" })
        }
        await dao.close()
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(size < 1_000_000, "\(size)")
        func note() async throws -> String? {
            let found = try await dao.contact("ada")
            #expect(found?.photo == contact.photo)
            return found?.note
        }
        #expect(try await dao.turn(steps: 15, isUndone: false).count == 15)
        #expect(try await note() == "note 4")
        #expect(try await dao.turn(steps: 10, isUndone: true).count == 10)
        #expect(try await note() == "note 14")
        #expect(try await dao.turn(steps: 999, isUndone: false).count == 16)
        #expect(try await dao.count(ContactFilter()) == 0)
        #expect(try await dao.turn(steps: 999, isUndone: true).count == 21)
        #expect(try await note() == "note 19")
    }

    @Test func `the history is limited in bytes, but the last two steps can be undone`() async throws {
        let dao = SQLiteContactDAO(path: path, historySize: 10_000)
        let large = pictured(10_001, "X")
        _ = try await dao.apply([.add(pictured(1, "A"))], title: "add")
        for contact in [pictured(1, "B"), large, pictured(1, "Y"), pictured(1, "Z")] {
            _ = try await dao.apply([.replace(contact.id, contact)], title: "edit")
        }
        // The step from the large photo to “Y” alone is larger than all of the history may be.
        #expect(try await dao.history(limit: 99).count == 2)
        #expect(try await dao.turn(steps: 2, isUndone: false).count == 2)
        #expect(try await dao.contact("ada")?.photo == large.photo)
    }

    @Test func `people that a step of the history needs stay when the cache is cleared`() async throws {
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)], at: 1000))
        _ = try await dao.update("uuid-a", with: ContactEdit { $0.note = "kept" })
        _ = try await dao.turn(steps: 1, isUndone: false)
        #expect(try await dao.clearCache() == 1)
        _ = try await dao.turn(steps: 1, isUndone: true)
        #expect(try await dao.all().map(\.note) == ["kept"])
    }

    @Test(arguments: 0..<4)
    func `any changes are undone and redone exactly, step by step`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        _ = try await dao.store(.sample((0..<4).map { .sample("s\($0)", index: $0) }))
        func all() async throws -> [Contact] {
            try await dao.contacts(ContactQuery(limit: 99)).contacts.sorted { $0.id < $1.id }
        }
        var states = [try await all()]
        while states.count < 25 {
            let changes = (0..<random.one(of: [1, 1, 1, 2, 4])).map { _ in Self.change(&random) }
            let steps = try await dao.history(limit: 1).first?.id
            // Some change a contact that does not exist; then nothing is changed.
            _ = try? await dao.apply(changes, title: "change")
            let last = try await dao.history(limit: 1).first
            guard let last, last.id != steps else { continue }
            #expect(last.contactCount == Set(last.contacts).count)
            states.append(try await all())
        }
        for _ in 0..<2 {
            for state in states.dropLast().reversed() {
                _ = try await dao.turn(steps: 1, isUndone: false)
                #expect(try await all() == state)
            }
            for (number, state) in states.enumerated().dropFirst() {
                let before = try await dao.historyStep(Int64(number), limit: 9).changes
                _ = try await dao.turn(steps: 1, isUndone: true)
                #expect(try await all() == state)
                #expect(try await dao.historyStep(Int64(number), limit: 9).changes == before)
            }
        }
        #expect(try await dao.check(full: true).isEmpty)
    }

    /// A change of one of a few contacts, made here or of the source.
    private static func change(_ random: inout SplitMix64) -> ContactChange {
        let id = random.one(of: ["a", "b", "c", "uuid-s0", "uuid-s1", "uuid-s2"] as [ContactID])
        switch random.one(of: [0, 0, 1, 1, 1, 1, 2, 3, 4]) {
        case 0:
            let name = PersonName(first: random.one(of: ["Ann", "Bo"]), last: "Lee")
            return .add(Contact(id: id, name: name, email: "n@x"))
        case 1:
            var edit = ContactEdit()
            switch random.one(of: [0, 1, 2, 3, 4, 5]) {
            case 0: edit.note = random.one(of: ["", "one", "two"])
            case 1: edit.phone = random.one(of: ["", "1", "2"])
            case 2: edit.cell = random.one(of: ["", "3", "4"])
            case 3: edit.categories = random.one(of: [[], ["x"], ["x", "y"]])
            case 4: edit.lastName = random.one(of: ["Lee", "Li", ""])
            default:
                edit.phones = random.one(of: [
                    [], [ContactValue("5", types: ["work"]), ContactValue("6", types: ["cell"])],
                ])
            }
            return .edit(id, edit)
        case 2: return .remove(id)
        case 3: return .revert(id)
        default:
            var contact = Contact(id: id, name: PersonName(last: random.one(of: ["Ray", "Roe"])))
            contact.photo = random.one(of: [nil, .uri("https://x/1"), .data(mediaType: nil, base64: "AAAA")])
            return .replace(id, contact)
        }
    }
}
