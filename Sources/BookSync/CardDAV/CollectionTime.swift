import Repository

/// When something in a collection of Radicale was changed last, as a mark of its state.
///
/// Radicale reads all cards for a `getctag`, but takes `getlastmodified` of a collection from the times of its folder and
/// files, which costs it a small part of that. Other servers tell other times, so that this is for Radicale alone.
///
/// These times have whole seconds. A state is known by one only when it was over as the server was asked: what is changed
/// after that has a later one. Because clocks can be set back, all cards are looked at after a day in any case.
struct CollectionTime: Equatable {
    /// The last change, and when the server was asked, by its own clock, in seconds since 1970.
    let modified: Int64
    let asked: Int64

    /// How long a change has to be over, and how long the mark is trusted, in seconds.
    private static let settled: Int64 = 3
    private static let lifetime: Int64 = 86_400

    /// `nil` when the state is not known by the time.
    init?(_ lastModified: String?, asked: Int64?) {
        guard let modified = lastModified.flatMap(RetryAfter.seconds(httpDate:)), let asked,
            asked - modified >= Self.settled
        else { return nil }
        (self.modified, self.asked) = (modified, asked)
    }

    /// The mark that was kept; `nil` for one of another kind.
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
