/// Something in a file that isn't a contact.
struct ImportProblem: Equatable, Codable, Sendable {
    var file: String
    /// The number of the line; 0 for the file as a whole.
    var line: Int
    var reason: String

    /// The problem as compilers tell theirs.
    var text: String { line == 0 ? "\(file): \(reason)" : "\(file):\(line): \(reason)" }
}

struct ImportProgress: Equatable, Codable, Sendable {
    var contacts = 0
    var bytes = 0
    /// The bytes of all files; `nil` when one of them has no size that is known before.
    var bytesTotal: Int?
}

struct ImportReport: Equatable, Codable, Sendable {
    /// The maximum numbers of problems and of notices that are kept; the others are counted.
    private static let limit = 1_000

    var contacts = 0
    /// The number of things that aren't contacts.
    private(set) var problemCount = 0
    /// The number of lines that couldn't be read and are kept with their contacts.
    private(set) var faultCount = 0
    private(set) var problems: [ImportProblem] = []
    private(set) var noticeCount = 0
    private(set) var notices: [ImportProblem] = []
    /// The encodings that are not UTF-8, in sentences.
    var encodings: [String] = []

    /// Adds a problem, or a line that is kept all the same.
    mutating func add(_ problem: ImportProblem, isKept: Bool = false) {
        if isKept { faultCount += 1 } else { problemCount += 1 }
        if problems.count < Self.limit { problems.append(problem) }
    }

    mutating func add(notice: ImportProblem) {
        noticeCount += 1
        if notices.count < Self.limit { notices.append(notice) }
    }
}
