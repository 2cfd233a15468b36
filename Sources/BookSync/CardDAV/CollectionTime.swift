import Repository

/// The time of the last change in a collection of Radicale, as a mark of its state.
///
/// Radicale reads all cards for `getctag`, but takes the `getlastmodified` of a collection from the times of its folder and
/// files, which is much cheaper. Other servers report other times, so this is used for Radicale only.
///
/// These times are in whole seconds. One identifies a state only if it was past when the server was asked, because any later
/// change then has a later time. Clocks can be set back, so all cards are checked after a day in any case.
struct CollectionTime: Equatable {
    /// The times of the last change and of the request, by the server's clock, in seconds since 1970.
    let modified: Int64
    let asked: Int64

    /// The minimum age of a change, and the time for which the mark is trusted, in seconds.
    private static let settled: Int64 = 3
    private static let lifetime: Int64 = 86_400

    /// Creates a mark; `nil` if the time doesn't identify the state.
    init?(_ lastModified: String?, asked: Int64?) {
        guard let modified = lastModified.flatMap(RetryAfter.seconds(httpDate:)), let asked,
            asked - modified >= Self.settled
        else { return nil }
        (self.modified, self.asked) = (modified, asked)
    }

    /// Reads a stored mark; `nil` if it is of another kind.
    init?(text: String) {
        let parts = text.split(separator: " ").compactMap { Int64($0) }
        guard parts.count == 2 else { return nil }
        (modified, asked) = (parts[0], parts[1])
    }

    var text: String { "\(modified) \(asked)" }

    /// Whether the state is still the same.
    func holds(at time: CollectionTime?) -> Bool {
        guard let time else { return false }
        return time.modified == modified && (0..<Self.lifetime).contains(time.asked - asked)
    }
}
