#if canImport(FoundationEssentials)
import struct FoundationEssentials.Date
#else
import struct Foundation.Date
#endif

/// When a read may use the network.
///
/// Under every policy the answer is read from the store: people from the network are stored first.
public enum CachePolicy: Hashable, Codable, Sendable {
    /// Reads the store, after a refresh when it is empty or was filled from the API longer than `maxAge` ago.
    ///
    /// When the network fails, the stored contacts are returned with their age. A store that was never filled from the
    /// API, because its contacts were typed or imported, is not refreshed.
    case cacheFirst(maxAge: Duration)
    /// Reads the store, whatever its age.
    case cacheOnly
    /// Refreshes first; the read fails when the network fails.
    case networkOnly
}

/// Selects the pages that a refresh requests.
enum PageRefresh {
    /// The pages to fetch so that no held page is older than `maxAge`; the first page when none is held.
    ///
    /// Of several held pages with the same number the largest contains the people of the others, so only it is fetched.
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

    /// The validator for a conditional request.
    ///
    /// A week after the page was stored there is none, in case the server never reports a change.
    static func validator(_ page: StoreState.HeldPage, now: Date) -> String? {
        (0..<604_800).contains(now.timeIntervalSince(page.storedAt)) ? page.validator : nil
    }

    /// Whether something fetched at that time is older than `maxAge`.
    ///
    /// A time more than five minutes ahead was written by a wrong clock and counts as expired.
    static func isExpired(_ fetchedAt: Date, maxAge: Duration, now: Date) -> Bool {
        let age = now.timeIntervalSince(fetchedAt)
        return age < -300 || age >= maxAge / .seconds(1)
    }
}

extension StoreState.HeldPage {
    /// A page that the store does not hold.
    static func missing(_ page: Int, results: Int) -> Self {
        Self(page: page, results: results, fetchedAt: .distantPast)
    }
}
