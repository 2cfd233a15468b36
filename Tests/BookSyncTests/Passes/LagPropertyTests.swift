import BlocTesting
import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Testing

/// What both sides have to have in the end: the notes of the people by their names.
private struct Model {
    var notes: [String: String] = [:]
    var count = 0

    mutating func mark() -> String {
        count += 1
        return "m\(count)"
    }
}

@Suite struct LagPropertyTests {
    private let book = SyncedBook()
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `whatever a server forgets or shows late, nobody is lost, reverted or doubled`(seed: UInt64) async throws {
        var dice = SplitMix64(seed: seed)
        var model = Model()
        let server = MemoryDAVServer()
        if seed % 3 == 0 { server.lies.hidesTags = true }
        func sync() async throws -> SyncReport {
            try await book.sync(massRemoval: true, with: try server.source())
        }
        for _ in 0..<10 {
            // Others only write while the server shows what there is.
            server.catchUp()
            server.lies.forgottenWrites = 0
            _ = try await sync()
            for _ in 0..<Int.random(in: 0...2, using: &dice) { editThere(server, &model, &dice) }
            // What both sides change at once is for the merge, which has tests of its own.
            _ = try await sync()
            switch Int.random(in: 0...5, using: &dice) {
            case 0: server.lies.forgottenWrites = Int.random(in: 1...6, using: &dice)
            case 1: server.lag()
            case 2: server.lag(cards: false)
            case 3: server.lag(lists: false)
            default: break
            }
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                for _ in 0..<Int.random(in: 0...3, using: &dice) { try await editHere(&model, &dice) }
                _ = try await sync()
                let here = try await book.contacts()
                for (name, note) in model.notes {
                    #expect(here.filter { $0.displayName == name }.map(\.note) == [note], "\(name), seed \(seed)")
                }
                #expect(here.count == model.notes.count, "seed \(seed)")
            }
        }
        server.catchUp()
        server.lies = MemoryDAVServer.Lies()
        for _ in 0..<3 { _ = try await sync() }
        #expect(try await sync().entries.isEmpty)
        let there = server.cards.values.map { card in
            let lines = card.components(separatedBy: "\r\n")
            func value(_ start: String) -> String? {
                lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
            }
            return (value("FN:") ?? "", value("NOTE:") ?? "")
        }
        #expect(there.count == model.notes.count, "seed \(seed)")
        #expect(Dictionary(there) { first, _ in first } == model.notes, "seed \(seed)")
    }

    private func editThere(_ server: MemoryDAVServer, _ model: inout Model, _ dice: inout SplitMix64) {
        let mark = model.mark()
        switch Int.random(in: 0...3, using: &dice) {
        case 0, 1:
            server.put(SyncedBook.card("There \(mark)", uid: mark, "NOTE:\(mark)"), as: "\(mark).vcf")
            model.notes["There \(mark)"] = mark
        default:
            let cards = server.cards.sorted { $0.key < $1.key }
            guard let (href, card) = cards.randomElement(using: &dice),
                let (name, old) = model.notes.first(where: { card.contains("FN:\($0.key)\r\n") }),
                card.contains("NOTE:\(old)\r\n")
            else { return }
            if Bool.random(using: &dice) {
                server.drop(href)
                model.notes[name] = nil
            } else {
                server.put(card.replacing("NOTE:\(old)\r\n", with: "NOTE:\(mark)\r\n"), as: href)
                model.notes[name] = mark
            }
        }
    }

    private func editHere(_ model: inout Model, _ dice: inout SplitMix64) async throws {
        let mark = model.mark()
        let name = model.notes.keys.sorted().randomElement(using: &dice)
        guard let name, Int.random(in: 0...3, using: &dice) > 0 else {
            try await book.add("Here \(mark)") { $0.note = mark }
            model.notes["Here \(mark)"] = mark
            return
        }
        if Int.random(in: 0...2, using: &dice) == 0 {
            try await book.remove(name)
            model.notes[name] = nil
        } else {
            try await book.change(name) { $0.note = mark }
            model.notes[name] = mark
        }
    }
}
