public import Primitives

/// A step of the user's work that can be undone as a whole.
public struct HistoryStep: Identifiable, Equatable, Codable, Sendable {
    /// The number of the step; later steps have larger numbers.
    public var id: Int64
    /// What was done, such as `edit`, in the words of the caller.
    public var title: String
    /// When it was done.
    public var date: Date
    /// Whether it is undone now.
    public var isUndone: Bool
    /// How many contacts it changed.
    public var contactCount: Int
    /// Some of the contacts that it changed, at most 10.
    public var contacts: [ContactID]
    /// The display names of ``contacts``, in their order: as they are now, or as they were last.
    public var names: [String]
    /// The name of the book, where several are looked at together.
    public var book: String?
    /// What it did besides changing contacts of this book.
    public var note: StepNote?
    /// The changes in words, such as `Ada: e-mail home a@x.org → d@x.org`, where they were asked for.
    public var changes: [String]?

    /// The most steps that a store keeps.
    public static let keptCount = 1_000

    package init(
        id: Int64,
        title: String,
        date: Date,
        isUndone: Bool,
        contactCount: Int,
        contacts: [ContactID],
        names: [String] = []
    ) {
        self.id = id
        self.title = title
        self.date = date
        self.isUndone = isUndone
        self.contactCount = contactCount
        self.contacts = contacts
        self.names = names
    }

    /// Whether the number and the time are possible ones.
    var isReadable: Bool {
        let time = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()).flatMap(UTCDate.init(milliseconds:))
        return (1..<LocalStore.largestStep).contains(id) && time != nil
    }
}

/// What a step of history did.
public struct HistoryDetail: Equatable, Codable, Sendable {
    /// The step.
    public var step: HistoryStep
    /// What it did to each of its first contacts, in the order of the work.
    public var changes: [HistoryChange]

    package init(step: HistoryStep, changes: [HistoryChange]) {
        self.step = step
        self.changes = changes
    }
}

/// A step that changed a contact, and the contact before and after it.
public struct ContactRevision: Equatable, Codable, Sendable {
    /// The step.
    public var step: HistoryStep
    /// What it did to the contact.
    public var change: HistoryChange
}

/// What a step of history did to one contact.
public struct HistoryChange: Equatable, Codable, Sendable {
    /// The identifier of the contact.
    public var id: ContactID
    /// The contact before the step; `nil` when it was added.
    public var before: Contact?
    /// The contact after the step; `nil` when it was removed.
    public var after: Contact?

    package init(id: ContactID, before: Contact?, after: Contact?) {
        self.id = id
        self.before = before
        self.after = after
    }
}
