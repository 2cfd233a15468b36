public import Foundation

/// Kills synchronisations at any moment, and sees that nothing is lost and nothing is half there.
public struct SyncKills: Sendable {
    /// The people of a page.
    public var results: Int
    /// The pages of a whole store.
    public var pages: Int

    /// Chooses the size of the store.
    public init(results: Int, pages: Int) {
        self.results = results
        self.pages = pages
    }

    /// Kills as many synchronisations as told, each while it runs.
    ///
    /// - Returns: What happened, in a line.
    /// - Throws: ``SurvivalFailure`` with what was not survived.
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
                // It was faster; then everything is there, and it all begins anew.
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
            // A change of one's own, in the first page that was survived.
            if edited == nil, let id = try store.identifiers(1).first {
                try installation.run(["edit", id, "--email", "survivor@example.org"])
                edited = id
            }
        }
        let before = try store.pages()
        try installation.run(sync)
        try check(store, whole, before: before)
        try checkWhole(store, whole, edited, installation)
        return "\(kills) syncs killed, \(unfinished) of them with pages missing; \(stores + 1) stores became whole"
    }

    private func check(_ store: StoreView, _ whole: [Int64: Set<String>], before: [Int64: Int64]) throws {
        try store.checkSoundness()
        let pages = try store.pages()
        let people = try store.people()
        guard Set(people.keys) == Set(pages.keys) else {
            throw SurvivalFailure(
                "People of \(people.keys.sorted()) are there, pages \(pages.keys.sorted()) are noted."
            )
        }
        for (page, members) in people where members != whole[page] {
            throw SurvivalFailure("Page \(page) has \(members.count) people, or others than it should.")
        }
        // What was there is still there, and was not fetched again before what was missing.
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
        guard try store.people() == whole else { throw SurvivalFailure("The store did not become whole.") }
        guard let edited else { return }
        guard try installation.run(["show", edited, "--format", "json"]).contains("survivor@example.org") else {
            throw SurvivalFailure("The edit of \(edited) is lost.")
        }
    }
}
