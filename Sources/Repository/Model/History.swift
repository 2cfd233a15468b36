package import Primitives

/// A step of the user's work that can be undone as a whole.
public struct HistoryStep: Identifiable, Equatable, Codable, Sendable {
    /// The number of the step; later steps have larger numbers.
    public var id: Int64
    /// What was done, such as `edit`, in the words of the caller.
    package var title: String
    package var date: Date
    package var isUndone = false
    package var contactCount = 0
    /// Some of the contacts that it changed, at most 10.
    package var contacts: [ContactID] = []
    /// The display names of ``contacts``, in their order: as they are now, or as they were last.
    package var names: [String] = []
    /// The name of the book, where several are looked at together.
    package var book: String?
    /// What it did besides changing contacts of this book.
    package var note: StepNote?
    /// The changes in words, such as `Ada: e-mail home a@x.org → d@x.org`, where they were asked for.
    package var changes: [String]?

    /// The most steps that a store keeps.
    package static let keptCount = 1_000

    package init(id: Int64, title: String, date: Date) {
        (self.id, self.title, self.date) = (id, title, date)
    }

    /// Whether the number and the time are possible ones.
    var isReadable: Bool {
        let time = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()).flatMap(UTCDate.init(milliseconds:))
        return (1..<LocalStore.largestStep).contains(id) && time != nil
    }

    /// The titles of the steps that leave no contact in a group, so that a card of the group is removed, too.
    package static let groupDeletion = "group delete"
    package static let groupRenaming = "group rename"
}

/// What a step of history did.
public struct HistoryDetail: Equatable, Codable, Sendable {
    package var step: HistoryStep
    /// What it did to each of its first contacts, in the order of the work.
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

/// What a step of history did to one contact.
public struct HistoryChange: Equatable, Codable, Sendable {
    package var id: ContactID
    /// The contact before the step; `nil` when it was added.
    package var before: Contact?
    /// The contact after the step; `nil` when it was removed.
    package var after: Contact?

    package init(id: ContactID, before: Contact?, after: Contact?) {
        self.id = id
        self.before = before
        self.after = after
    }
}

/// What a step of history did besides changing contacts of this book.
public enum StepNote: Equatable, Codable, Sendable {
    /// It also changed another book, with which it is undone and redone.
    case transfer(StepLink)
    /// It fetched people from an API, which cannot be undone.
    case fetch(people: Int)
    /// Steps of several books with the same text are one change, and are undone and redone together.
    case shared(String)

    var json: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

    /// Reads a note of the database; `nil` for one that this version doesn't know.
    init?(json: String) {
        guard let note = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = note
    }
}

/// The part of a copy or move that another book has.
public struct StepLink: Equatable, Codable, Sendable {
    /// The file of the other book's database within the folder of books; `nil` for the people of the API.
    package var file: String?
    /// The name of the other book at that time.
    package var book: String
    /// The number of the step in the other book.
    package var step: Int64
    /// Whether the contacts came from this book, and not from the other one.
    package var isOrigin: Bool
    package var count: Int

    package init(file: String?, book: String, step: Int64, isOrigin: Bool, count: Int) {
        self.file = file
        self.book = book
        self.step = step
        self.isOrigin = isOrigin
        self.count = count
    }
}
