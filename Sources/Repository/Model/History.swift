package import Primitives

/// A step in the user's history that can be undone as a whole.
public struct HistoryStep: Identifiable, Equatable, Codable, Sendable {
    /// The number of the step; later steps have larger numbers.
    public var id: Int64
    /// The operation, such as `edit`, as named by the caller.
    package var title: String
    package var date: Date
    package var isUndone = false
    package var contactCount = 0
    /// Some of the contacts that it changed, at most 10.
    package var contacts: [ContactID] = []
    /// The display names of ``contacts``, in the same order: the current ones, or else the last known ones.
    package var names: [String] = []
    /// The name of the book, if several are shown together.
    package var book: String?
    /// The effects other than changes to contacts of this book.
    package var note: StepNote?
    /// The changes in words, such as `Ada: e-mail home a@x.org → d@x.org`, if requested.
    package var changes: [String]?

    /// The maximum number of steps that a store keeps.
    package static let keptCount = 1_000

    package init(id: Int64, title: String, date: Date) {
        (self.id, self.title, self.date) = (id, title, date)
    }

    /// Whether the number and the time are plausible.
    var isReadable: Bool {
        let time = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()).flatMap(UTCDate.init(milliseconds:))
        return (1..<LocalStore.largestStep).contains(id) && time != nil
    }

    /// The titles of the steps that remove all contacts from a group, so that the group's card is removed, too.
    package static let groupDeletion = "group delete"
    package static let groupRenaming = "group rename"
}

/// The effects of a history step.
public struct HistoryDetail: Equatable, Codable, Sendable {
    package var step: HistoryStep
    /// The effects on its first contacts, in the order in which they were changed.
    package var changes: [HistoryChange]

    package init(step: HistoryStep, changes: [HistoryChange]) {
        self.step = step
        self.changes = changes
    }
}

/// A step that changed a contact, and the contact before and after it.
public struct ContactRevision: Equatable, Codable, Sendable {
    package var step: HistoryStep
    package var change: HistoryChange
}

/// The effect of a history step on one contact.
public struct HistoryChange: Equatable, Codable, Sendable {
    package var id: ContactID
    /// The contact before the step; `nil` if it was added.
    package var before: Contact?
    /// The contact after the step; `nil` if it was removed.
    package var after: Contact?

    package init(id: ContactID, before: Contact?, after: Contact?) {
        self.id = id
        self.before = before
        self.after = after
    }
}

/// The effects of a history step other than changes to contacts of this book.
public enum StepNote: Equatable, Codable, Sendable {
    /// It also changed another book, and both changes are undone and redone together.
    case transfer(StepLink)
    /// It fetched people from an API, which can't be undone.
    case fetch(people: Int)
    /// Steps in several books with the same text are one change, and are undone and redone together.
    case shared(String)

    var json: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

    /// Parses a note from the database; `nil` if this version doesn't know it.
    init?(json: String) {
        guard let note = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = note
    }
}

/// The half of a copy or move that is in another book.
public struct StepLink: Equatable, Codable, Sendable {
    /// The file name of the other book's database in the folder of books; `nil` for the API's people.
    package var file: String?
    /// The name of the other book at the time of the step.
    package var book: String
    /// The number of the step in the other book, or ``unknownStep``.
    package var step: Int64
    /// Whether the contacts came from this book, not from the other one.
    package var isOrigin: Bool
    package var count: Int

    /// The number of a step that was about to be recorded, and may have been.
    package static let unknownStep: Int64 = 0

    package init(file: String?, book: String, step: Int64, isOrigin: Bool, count: Int) {
        self.file = file
        self.book = book
        self.step = step
        self.isOrigin = isOrigin
        self.count = count
    }
}
