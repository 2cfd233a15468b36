public import struct Foundation.Date

/// A step of the user's work that can be undone as a whole.
public struct HistoryStep: Identifiable, Equatable, Codable, Sendable {
    /// The number of the step; later steps have larger numbers.
    public var id: Int64
    /// What was done, such as `edit`, as whoever did it named it.
    public var title: String
    /// When it was done.
    public var date: Date
    /// Whether it is undone now.
    public var isUndone: Bool
    /// How many contacts it changed.
    public var contactCount: Int
    /// Some of the contacts that it changed, at most 10.
    public var contacts: [ContactID]

    /// Creates a step.
    public init(
        id: Int64,
        title: String,
        date: Date,
        isUndone: Bool,
        contactCount: Int,
        contacts: [ContactID]
    ) {
        self.id = id
        self.title = title
        self.date = date
        self.isUndone = isUndone
        self.contactCount = contactCount
        self.contacts = contacts
    }
}
