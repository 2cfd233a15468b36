/// Something in a file that is no contact.
struct ImportProblem: Equatable, Codable, Sendable {
    var file: String
    /// The number of the line; 0 for the file as a whole.
    var line: Int
    var reason: String

    /// The problem as compilers tell theirs.
    var text: String { line == 0 ? "\(file): \(reason)" : "\(file):\(line): \(reason)" }
}

/// How far the files of an import are read.
struct ImportProgress: Equatable, Codable, Sendable {
    /// The contacts that were read.
    var contacts = 0
    /// The bytes that were read.
    var bytes = 0
    /// The bytes of all files; `nil` when one of them has no size that is known before.
    var bytesTotal: Int?
}

/// What was read in the files of an import.
struct ImportReport: Equatable, Codable, Sendable {
    /// The most problems, and the most notices, that are kept; the others are counted.
    private static let limit = 1_000

    /// How many contacts there were.
    var contacts = 0
    /// How many things there were that are none.
    private(set) var problemCount = 0
    /// How many lines could not be read and are kept with their contacts.
    private(set) var faultCount = 0
    /// The first of both.
    private(set) var problems: [ImportProblem] = []
    /// How much is good to know about the files.
    private(set) var noticeCount = 0
    /// The first of it.
    private(set) var notices: [ImportProblem] = []
    /// The encodings that are not UTF-8, in sentences.
    var encodings: [String] = []

    /// Adds a problem, or a line that is kept all the same.
    mutating func add(_ problem: ImportProblem, isKept: Bool = false) {
        if isKept { faultCount += 1 } else { problemCount += 1 }
        if problems.count < Self.limit { problems.append(problem) }
    }

    /// Adds something that is good to know.
    mutating func add(notice: ImportProblem) {
        noticeCount += 1
        if notices.count < Self.limit { notices.append(notice) }
    }
}
