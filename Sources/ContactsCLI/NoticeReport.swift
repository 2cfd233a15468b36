import Repository

/// Tells what a page or a synchronisation had to say, and keeps count of what was lost.
struct NoticeReport {
    /// The people that could not be read.
    private(set) var unreadable = 0

    private let messages: MessagePrinter

    init(messages: MessagePrinter) {
        self.messages = messages
    }

    /// What the command ends with when nothing else went wrong.
    var status: ExitStatus { unreadable == 0 ? .success : .partial }

    /// Prints a warning for each notice.
    mutating func tell(_ notices: [RepositoryNotice]) {
        for notice in notices {
            if case .unreadablePerson = notice { unreadable += 1 }
            messages.warning(Self.text(of: notice))
        }
    }

    static func text(of notice: RepositoryNotice) -> String {
        switch notice {
        case .unreadablePerson(let page, let index, let reason):
            "page \(page), person \(index) (counted from 0): \(reason)"
        case .responseDiffers(let differences):
            "The server answered "
                + differences.map { "with \($0.parameter) \($0.answered), not \($0.asked)" }.joined(separator: "; ")
                + "."
        case .stale(let age, let cause):
            "Showing the contacts stored here, \(AgeText.text(of: age)) old: \(cause.message)"
        case .databaseSetAside(let path):
            "The database was damaged; it was set aside as \(path), and a new one begun."
        }
    }
}
