public import Repository

/// Whose birthdays are wanted, and how far ahead.
public struct BirthdayRequest: Hashable, Codable, Sendable {
    /// The day from which is counted, as `YYYY-MM-DD`.
    public var today: String
    /// The days after that day that are looked at; `nil` is the whole year.
    public var days: Int?
    /// Who is wanted.
    public var filter: ContactFilter
    /// When the network may be used.
    public var policy: CachePolicy

    /// Creates a request.
    public init(today: String, days: Int? = nil, filter: ContactFilter = ContactFilter(), policy: CachePolicy) {
        self.today = today
        self.days = days
        self.filter = filter
        self.policy = policy
    }
}
