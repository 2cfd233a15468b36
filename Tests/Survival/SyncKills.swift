public import Foundation

/// Kills syncs at random moments, and checks that no page is lost or incomplete.
public struct SyncKills: Sendable {
    /// The number of people on a page.
    public var results: Int
    /// The number of pages of a complete store.
    public var pages: Int

    /// Chooses the size of the store.
    public init(results: Int, pages: Int) {
        self.results = results
        self.pages = pages
    }

    /// Kills `count` syncs while they run.
    ///
    /// - Returns: A summary in one line.
    /// - Throws: ``SurvivalFailure`` with what went wrong.
    public func run(_ count: Int, program: URL) throws -> String {
        try Installation.with(program) { try run(count, in: $0) }
    }

    private func run(_ count: Int, in installation: Installation) throws -> String {
        let store = installation.store
        let sync = ["sync", "--results", "\(results)", "--pages", "\(pages)"]

        let begin = Date.now
        try installation.run(sync)
        let duration = Date.now.timeIntervalSince(begin)
        let whole = try store.people()
        guard whole.count == pages, whole.values.allSatisfy({ $0.count == results }) else {
            throw SurvivalFailure("An undisturbed sync holds \(whole.mapValues(\.count)).")
        }
        store.remove()

        var kills = 0
        var unfinished = 0
        var stores = 0
        var edited: String?
        while kills < count {
            let before = try store.pages()
            guard try installation.start(sync).killed(after: .random(in: 0..<duration)) else {
                // The sync was faster: the store is complete, and the next one starts without it.
                guard stores < 100 * (count + 1) else {
                    throw SurvivalFailure("\(stores) syncs ended before they could be killed.")
                }
                try checkWhole(store, whole, edited, installation)
                store.remove()
                edited = nil
                stores += 1
                continue
            }
            kills += 1
            let after = try store.pages()
            if after.count < pages { unfinished += 1 }
            try check(store, whole, before: before)
            // A local edit in the first page that was stored.
            if edited == nil, let id = try store.identifiers(1).first {
                try installation.run(["edit", id, "--email", "survivor@example.org"])
                edited = id
            }
        }
        let before = try store.pages()
        try installation.run(sync)
        try check(store, whole, before: before)
        try checkWhole(store, whole, edited, installation)
        return "\(kills) syncs killed, \(unfinished) of them with pages missing; \(stores + 1) stores became complete"
    }

    private func check(_ store: StoreView, _ whole: [Int64: Set<String>], before: [Int64: Int64]) throws {
        try store.checkSoundness()
        let pages = try store.pages()
        let people = try store.people()
        guard Set(people.keys) == Set(pages.keys) else {
            throw SurvivalFailure(
                "People of \(people.keys.sorted()) are stored, pages \(pages.keys.sorted()) are recorded."
            )
        }
        for (page, members) in people where members != whole[page] {
            throw SurvivalFailure("Page \(page) has \(members.count) people, or wrong ones.")
        }
        // Stored pages stay and are not fetched again before the missing ones.
        guard before.count < self.pages else { return }
        for (page, time) in before where pages[page] != time {
            throw SurvivalFailure("Page \(page) was fetched again although others were missing.")
        }
    }

    private func checkWhole(
        _ store: StoreView,
        _ whole: [Int64: Set<String>],
        _ edited: String?,
        _ installation: Installation
    ) throws {
        try store.checkSoundness()
        guard try store.people() == whole else { throw SurvivalFailure("The store did not become complete.") }
        guard let edited else { return }
        guard try installation.run(["show", edited, "--format", "json"]).contains("survivor@example.org") else {
            throw SurvivalFailure("The edit of \(edited) is lost.")
        }
    }
}
