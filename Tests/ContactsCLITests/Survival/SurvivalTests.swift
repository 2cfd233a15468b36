import BlocTesting
import Foundation
import Synchronization
import Testing

/// Kills the program at random moments and runs many instances at once; `Scripts/stress program` does both at length.
struct SurvivalTests {
    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
    private static let kills = setting("CONTACTS_KILLS")

    @Test func `a killed sync leaves complete pages and is continued`() async throws {
        let contacts = try Binary.withOneFile()
        let store = StoreView(path: contacts.database().path)
        let (count, results, pages) = Self.kills.map { ($0, 100, 30) } ?? (5, 10, 5)
        let sync = ["sync", "--results", "\(results)", "--pages", "\(pages)"]
        let duration = try await ContinuousClock().measure { _ = try await contacts.succeed(sync) }
        let whole = try store.people()
        try #require(whole.count == pages && whole.values.allSatisfy { $0.count == results })
        store.remove()

        var edited: String?
        func check(before: [Int64: Int64]) throws {
            try store.checkSoundness()
            let times = try store.pages()
            let people = try store.people()
            try #require(Set(people.keys) == Set(times.keys), "people are stored with their page")
            for (page, members) in people { try #require(members == whole[page], "page \(page) is whole") }
            // Stored pages stay, and are not fetched again before the missing ones.
            guard before.count < pages else { return }
            for (page, time) in before { try #require(times[page] == time, "page \(page) is not fetched again") }
        }
        func checkWhole() async throws {
            try store.checkSoundness()
            try #require(try store.people() == whole)
            guard let edited else { return }
            try #require(try await contacts.run("show", edited, "--json").output.contains("survivor@example.org"))
        }
        var (kills, stores) = (0, 0)
        while kills < count {
            let before = try store.pages()
            guard try await contacts.isKilled(sync, after: duration * .random(in: 0..<1)) else {
                // The sync was faster: the store is complete, and the next one starts without it.
                try await checkWhole()
                store.remove()
                (edited, stores) = (nil, stores + 1)
                try #require(stores < 100 * (count + 1), "syncs end before they can be killed")
                continue
            }
            kills += 1
            try check(before: before)
            // A local edit in the first page that was stored.
            if edited == nil, let id = try store.identifiers(1).first {
                try await contacts.succeed("edit", id, "--email", "survivor@example.org")
                edited = id
            }
        }
        let before = try store.pages()
        try await contacts.succeed(sync)
        try check(before: before)
        try await checkWhole()
    }

    @Test(arguments: [(true, 6), (false, 3)])
    func `a killed synchronization of a book is finished by the next two passes`(isFolder: Bool, count: Int)
        async throws
    {
        let seed = UInt64(Self.setting("BLOC_SEED") ?? .random(in: 0..<1_000_000))
        print("\(isFolder ? "folder" : "server") with BLOC_SEED=\(seed)")
        let partner: SyncPartner = try isFolder ? .folder() : .server()
        var round = try await KilledBook(partner, dice: SplitMix64(seed: seed))
        print(try await round.run(Self.kills ?? count))
    }

    @Test func `eight concurrent processes that sync, edit and list lose nothing and see no lock`() async throws {
        let contacts = try Binary.withOneFile()
        let store = StoreView(path: contacts.database().path)
        func eight(_ body: @escaping @Sendable (_ worker: Int) async throws -> Void) async throws {
            try await withThrowingTaskGroup { group in
                for worker in 0..<8 { group.addTask { try await body(worker) } }
                try await group.waitForAll()
            }
        }
        @Sendable func run(_ arguments: String...) async throws -> Binary.Result {
            let result = try await contacts.succeed(arguments)
            #expect(!["locked", "busy"].contains { result.messages.contains($0) }, "\(result.messages)")
            return result
        }
        // Eight processes find no database and create it together.
        try await eight { _ in _ = try await run("sync", "--results", "50", "--pages", "2") }
        let ids = try store.identifiers(20)
        try #require(ids.count == 20)

        /// The last edits, by contact and option.
        let typed = Mutex<[String: [String: String]]>([:])
        let end = ContinuousClock.now + .seconds(Self.setting("CONTACTS_CROWD_SECONDS") ?? 0)
        try await eight { worker in
            var round = 0
            repeat {
                round += 1
                switch worker {
                case 0, 1: _ = try await run("sync", "--results", "50", "--pages", "4")
                case 2, 3: #expect(try await run("list", "--limit", "40", "--offline").lines.count == 40)
                default:
                    // All workers edit the first contact, each by another option; the others belong to one worker each.
                    let id = round % 2 == 1 ? ids[0] : ids[worker - 3 + 4 * (round / 2 % 4)]
                    let (option, value) = [
                        ("--first-name", "Worker\(worker) Round\(round)"), ("--last-name", "Round\(round)"),
                        ("--email", "w\(worker)r\(round)@example.org"),
                        ("--phone", "+49 30 \(worker)\(100_000 + round)"),
                    ][worker - 4]
                    _ = try await run("edit", id, option, value)
                    typed.withLock { $0[id, default: [:]][option] = value }
                }
            } while ContinuousClock.now < end
        }
        try store.checkSoundness()
        for (id, values) in typed.withLock(\.self) {
            let shown = try await run("show", id, "--format", "json").output
            for (option, value) in values { #expect(shown.contains("\"\(value)\""), "\(option) of \(id): \(shown)") }
        }
    }
}

extension Binary {
    /// Runs the program, and kills it after the time unless it has ended.
    ///
    /// In real time: the kill is to come at a random moment of the work of a process.
    func isKilled(_ arguments: [String], after time: Duration) async throws -> Bool {
        let run = try await start(arguments)
        let killing = Task {
            try await Task.sleep(for: time)
            run.send(SIGKILL)
        }
        defer { killing.cancel() }
        return try await run.result.status == 128 + SIGKILL
    }
}
