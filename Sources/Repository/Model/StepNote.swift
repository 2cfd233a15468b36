import Primitives

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
