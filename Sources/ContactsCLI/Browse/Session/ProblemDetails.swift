import Repository
import TerminalUI

/// A failure in full: what happened, of which kind it is, what led to it, and what to do.
///
/// Values of contacts are left out.
enum ProblemDetails {
    private static let mostCauses = 4

    /// The failure in lines.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - path: The page that shows it.
    ///   - recent: What happened in the blocs, the oldest first.
    /// - Returns: What happened, the kind, what to do, and what led to it.
    static func lines(of error: RepositoryError, path: String, recent: [LoggedTransition]) -> [StyledText] {
        var lines = [
            StyledText("What happened", style: .heading), StyledText(error.message), "",
            StyledText("Kind", style: .heading), StyledText(error.code.rawValue), "",
            StyledText("What to do", style: .heading), StyledText(advice(error.code)), "",
        ]
        let causes = chain(recent)
        if !causes.isEmpty {
            lines.append(StyledText("What led to it", style: .heading))
            lines += causes.map { entry in
                let start = StyledText(LogLines.time(entry.date) + " ", style: .dim)
                let text = "\(entry.bloc) \(entry.event): \(entry.change)"
                return start + StyledText(text, style: LogLines.style(of: entry.kind))
            }
            lines.append("")
        }
        return lines + [StyledText("The page: \(path)", style: .dim)]
    }

    /// The last failure in the log with the events that caused it, the first cause first.
    static func chain(_ log: [LoggedTransition]) -> [LoggedTransition] {
        guard let last = log.last(where: { $0.kind == .error || $0.change.contains("→ error") }) else { return [] }
        var chain = [last]
        // The number behind the name of a bloc is its own: what it did right before belongs to the failure.
        let same = log.filter { $0.bloc == last.bloc && $0.number < last.number }
        chain = same.suffix(mostCauses - 1) + chain
        return chain
    }

    private static func advice(_ code: RepositoryError.Code) -> String {
        switch code {
        case .notFound: "It may have been removed: u undoes a removal. Escape goes back."
        case .ambiguous: "Several contacts fit. Give more of the identifier."
        case .invalidInput: "Change what was typed. contacts help query explains the search."
        case .invalidConfiguration: "Look at the settings: each says where it comes from."
        case .network: "Check the connection, then try again. What was fetched before is still there."
        case .server, .rateLimited: "The server has a problem. Try again in a few minutes."
        case .unauthorized: "The server refuses this user. Check the name and the password of the book."
        case .databaseBusy: "Wait until the other program is done, then try again."
        case .unreadableDatabase: "Run contacts doctor; it says what can be saved."
        case .cannotCreate, .inputOutput: "Check the permissions and the room on the disk; contacts doctor helps."
        default: "Please report it, with what stands here."
        }
    }
}
