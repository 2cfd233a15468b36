import struct Foundation.Date

/// When a read may use the network.
///
/// What is shown comes from the store under every policy: people from the network are stored first, then read.
public enum CachePolicy: Hashable, Codable, Sendable {
    /// The store answers; the network is asked first when the store has nobody at all, or was filled from the API longer
    /// than `maxAge` ago. When the network fails, older people are shown with their age.
    ///
    /// A store that nobody filled from the API (people typed or imported) is never filled unasked.
    case cacheFirst(maxAge: Duration)
    /// The store answers at once, however old it is, and is refreshed meanwhile; a store with nobody is filled first.
    case cacheThenRefresh
    /// The network is asked first. When it fails, the store answers with the age of what it has, if that is allowed and
    /// it has anybody; otherwise the read fails.
    case networkFirst(fallback: Bool)
    /// The store answers, however old it is.
    case cacheOnly
    /// The network is asked first; when it fails, the read fails.
    case networkOnly
}

/// Which pages a refresh asks for.
enum PageRefresh {
    /// The pages to fetch so that nothing held is older than `maxAge`; the first page when nothing is held.
    ///
    /// Of pages with the same number the larger one has the people of the smaller, so only that one is fetched.
    static func pages(_ state: StoreState, maxAge: Duration?, pageSize: Int, now: Date) -> [StoreState.HeldPage] {
        guard !state.pages.isEmpty, state.hasPeople else {
            return [.missing(1, results: pageSize)]
        }
        var largest: [Int: StoreState.HeldPage] = [:]
        for held in state.pages where held.results > largest[held.page]?.results ?? 0 { largest[held.page] = held }
        return largest.values.filter { held in
            guard let maxAge else { return true }
            return isExpired(held.fetchedAt, maxAge: maxAge, now: now)
        }.sorted { $0.page < $1.page }
    }

    /// What to ask with whether the page has changed; nothing after a week, for a server that never admits a change.
    static func validator(_ page: StoreState.HeldPage, now: Date) -> String? {
        (0..<604_800).contains(now.timeIntervalSince(page.storedAt)) ? page.validator : nil
    }

    /// Whether what was fetched then is to be fetched again.
    ///
    /// A time that lies ahead by more than clocks differ was written by a clock that was wrong, and says nothing.
    static func isExpired(_ fetchedAt: Date, maxAge: Duration, now: Date) -> Bool {
        let age = now.timeIntervalSince(fetchedAt)
        return age < -300 || age >= maxAge / .seconds(1)
    }
}

extension StoreState.HeldPage {
    /// A page that is not held, and so was fetched before all time.
    static func missing(_ page: Int, results: Int) -> Self {
        Self(page: page, results: results, fetchedAt: .distantPast)
    }
}
