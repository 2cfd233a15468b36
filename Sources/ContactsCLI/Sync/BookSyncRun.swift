import Bloc
import BlocKit
import BookSync
import Exchange
import Primitives
import Repository
import Services

/// `contacts sync` for a book with a two-way source.
struct BookSyncRun {
    let service: any BookSyncService
    let request: BookSyncRequest
    let output: ReportOptions
    let program: Program

    /// The maximum number of entries to list by default; longer lists are reduced to those that need attention.
    private static let longestList = 200

    /// Runs one pass and prints what it did.
    func once() async throws -> ExitStatus {
        @Injected(\.app.history) var history
        let report: SyncReport
        let last = try await history.history(limit: 1).first?.id
        do {
            report = try await pass()
        } catch let failure as Failure {
            throw advised(failure)
        }
        tellMove(report)
        for note in report.notes { program.messages.warning(note) }
        try print(report, upTo: Self.longestList)
        program.messages.note(report.summary(isTrial: request.isTrial))
        if !request.isTrial { try await HistoryStep.tellLast(in: program, after: last) }
        if report.hasLosers, !request.isTrial {
            program.messages.note("The versions that lost are kept: contacts history conflicts lists them.")
        }
        return report.isPartial ? .partial : .success
    }

    /// Prints the entries; without a given format only failures in quiet mode, and of a long list only what needs
    /// attention.
    private func print(_ report: SyncReport, upTo longest: Int = .max) throws {
        let hasFormat = output.format != nil || output.fields.json
        var entries = report.entries
        if !hasFormat, !request.isTrial {
            if program.messages.isQuiet {
                entries.removeAll { $0.action != .apart && $0.action != .notSent }
            } else if entries.count > longest {
                entries.removeAll { !$0.needsAttention }
            }
        }
        guard !entries.isEmpty || hasFormat else { return }
        try program.print(entries, as: .synchronization, output)
    }

    /// Runs a pass after each burst of changes, until a signal ends it or there is nothing left to watch.
    ///
    /// If the source can't be reached, it is retried after a pause.
    /// - Throws: The error that stops a pass permanently; `CancellationError` on a signal.
    func watch(_ changes: AsyncStream<Void>) async throws -> ExitStatus {
        let watched =
            hasFolder
            ? "Watching the folder and the book; changes are synchronized a second after the last one."
            : "Watching the book; the server is checked every \(Self.interval.components.seconds / 60) minutes."
        program.messages.note("\(watched) Press Ctrl-C to stop.")
        var (wasThere, isMissing) = (false, false)
        let (passes, due) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        @Sendable func again(after wait: Duration) -> Task<Void, any Error> {
            Task {
                try await Task.sleep(for: wait)
                due.yield()
            }
        }
        // Files are usually written or removed one after the other. A pass in between would mistake the files of a
        // folder that is being deleted for deleted contacts, so it waits until nothing has changed for a while.
        let forwarding = Task {
            var (burst, last) = (ContinuousClock.now, ContinuousClock.now)
            var next: Task<Void, any Error>?
            for await _ in changes {
                let now = ContinuousClock.now
                if now - last < Self.quiet, now - burst < Self.longestBurst { next?.cancel() } else { burst = now }
                last = now
                next = again(after: Self.quiet)
            }
            due.finish()
        }
        defer { forwarding.cancel() }
        var iterator = passes.makeAsyncIterator()
        while true {
            var waiting: Task<Void, any Error>?
            do {
                let report = try await pass()
                (wasThere, isMissing) = (true, false)
                // A server doesn't push its changes.
                if !hasFolder { waiting = again(after: Self.interval) }
                tellMove(report)
                if !report.entries.filter({ $0.action != .apart }).isEmpty {
                    try print(report)
                    program.messages.note(report.summary(isTrial: false))
                }
            } catch let error as Failure {
                let failure = advised(error)
                if wasThere, failure.status == .noInput, hasFolder {
                    if !isMissing {
                        program.messages.warning(
                            "\(failure.message) No contact was removed here; watching resumes when the folder is back."
                        )
                    }
                    isMissing = true
                } else if isMissing, failure.status == .noPermission {
                    // A folder that has just reappeared isn't complete yet.
                    program.messages.warning(failure.message)
                } else {
                    guard failure.status == .unavailable || failure.status == .tryAgain else { throw failure }
                    program.messages.warning(failure.message)
                    let wait = Self.pause(until: failure.retryAfter, now: Date())
                    program.messages.note("Trying again in \(wait.components.seconds) s, or after the next change.")
                    waiting = again(after: wait)
                }
            }
            let isDue: Void? = await iterator.next()
            waiting?.cancel()
            guard isDue != nil else {
                try Task.checkCancellation()
                return .success
            }
        }
    }

    /// Returns the retry delay for an unreachable source: the requested delay, but at least 30 seconds.
    static func pause(until retryAfter: Date?, now: Date) -> Duration {
        max(DAVClient.longestPause, .seconds(Int64(retryAfter?.timeIntervalSince(now) ?? 0)))
    }

    /// The polling interval for a server.
    private static let interval: Duration = .seconds(300)
    /// The time without changes after which a burst is over.
    private static let quiet: Duration = .seconds(1)
    /// The time after which an ongoing burst is synchronized anyway.
    private static let longestBurst: Duration = .seconds(10)

    private func pass() async throws -> SyncReport {
        @Injected(\.app.manager) var manager
        let bloc = BookSyncBloc(service: service, manager: manager, ask: question)
        var meter = ProgressMeter(messages: program.messages)
        defer { meter.end() }
        let answer = try await bloc.answer(to: .requested(request)) { state in
            guard case .loading(.progress(let progress)?) = state, progress.total > 0 || progress.done > 0 else {
                return
            }
            meter.show(ProgressLine(contacts: progress.done, of: progress.total > 0 ? progress.total : nil))
        }
        guard case .finished(let report)? = try answer.get() else { throw CancellationError() }
        return report
    }

    /// Adds advice for a folder or address book that doesn't exist.
    private func advised(_ failure: Failure) -> Failure {
        @Injected(\.app.configuration) var configuration
        guard failure.status == .noInput, let book = configuration.book else { return failure }
        var advised = failure
        switch book.source {
        case .folder:
            advised.details.append("Put the folder back in its place; contacts book show \(book.name) prints its path.")
        case .carddav:
            advised.details += [
                "For another address book, add another book: contacts book add NAME --carddav ADDRESS.",
                "contacts book remove \(book.name) removes this one and keeps its database.",
            ]
        case .none, .api: break
        }
        return advised
    }

    private var hasFolder: Bool {
        @Injected(\.app.configuration) var configuration
        return if case .folder? = configuration.book?.source { true } else { false }
    }

    private func tellMove(_ report: SyncReport) {
        guard let address = report.newAddress else { return }
        let shown = HTTPAddress(address).shown
        program.messages.note(
            request.isTrial
                ? "The address book has moved to \(shown)."
                : "The address book has moved to \(shown); the book now synchronizes with that address."
        )
    }

    /// Asks about a conflict; `nil` if no user can be asked.
    private var question: (@Sendable (SyncConflict) async throws -> [String: ConflictSide])? {
        guard program.prompt.canAsk, request.options.conflict == .ask, !request.isTrial else { return nil }
        let questions = ConflictQuestions(prompt: program.prompt)
        return { try await questions.answers(to: $0) }
    }
}

/// Asks the user which side to keep for each field that both sides changed.
actor ConflictQuestions {
    private let prompt: Prompt
    private var messages: MessagePrinter { prompt.messages }
    /// The answer for all remaining fields and contacts.
    private var rest: ConflictSide?

    init(prompt: Prompt) { self.prompt = prompt }

    /// Returns the sides to keep, keyed by field name.
    ///
    /// - Throws: `CancellationError` if the task is canceled while waiting for an answer.
    func answers(to conflict: SyncConflict) async throws -> [String: ConflictSide] {
        var answers: [String: ConflictSide] = [:]
        if rest == nil { messages.note("“\(conflict.name)” was changed on both sides:") }
        for field in conflict.fields { answers[field.field] = try await answer(to: field, of: conflict.name) }
        return answers
    }

    private func answer(to field: FieldConflict, of name: String) async throws -> ConflictSide {
        if let rest { return rest }
        let start = messages.isQuiet ? "“\(name)”, " : ""
        messages.detail("\(start)\(field.shownName): “\(field.ours)” here, “\(field.theirs)” there")
        let both = field.isList ? "both" : "both as two contacts"
        let question = "Keep mine, the server's, or \(both)? [m/s/B; “m all” for the rest, too]"
        while true {
            let answer = try await prompt.answer(to: question).lowercased()
            let words = answer.split(whereSeparator: \.isWhitespace)
            let side: ConflictSide? =
                switch words.first ?? "" {
                case "m", "mine", "o", "ours": .ours
                case "s", "server", "t", "theirs": .theirs
                case "", "b", "both": .both
                default: nil
                }
            if let side {
                if words.last == "all" { rest = side }
                return side
            }
            messages.note("Answer m, s or b, or m all, s all or b all for all remaining fields and contacts.")
        }
    }
}

extension FieldConflict {
    /// The field's name for people; the vCard property if there is no field for it.
    fileprivate var shownName: String {
        ContactField.all.first { $0.name == field }?.input?.label?.lowercased() ?? field
    }
}

extension SyncReport.Entry {
    /// Whether the user must always be informed of it.
    var needsAttention: Bool {
        switch action {
        case .conflict, .apart, .notSent, .removedHere: true
        case .addedHere, .changedHere, .addedThere, .changedThere, .removedThere, .merged: false
        }
    }
}

extension SyncReport {
    /// The conflicting fields, each with the side that was kept.
    private var conflicts: [FieldConflict] { entries.filter { $0.action == .conflict }.flatMap(\.fields) }

    /// Whether one of two versions was discarded.
    var hasLosers: Bool { conflicts.contains { $0.kept != .both } }

    /// Returns the outcome of the conflicts: `1 conflict resolved: kept the server’s e-mail`.
    private func settled(_ count: Int) -> String {
        let sides = ConflictSide.allCases.filter { side in conflicts.contains { $0.kept == side } }
        let parts = sides.map { side in
            let fields = conflicts.filter { $0.kept == side }.map(\.shownName).joined(separator: ", ")
            return switch side {
            case .ours: "mine" + (count == 1 ? ": \(fields)" : "")
            case .theirs: "the server’s" + (count == 1 ? " \(fields)" : "")
            case .both: "both" + (count == 1 ? ": \(fields)" : "")
            }
        }
        let what = count > 1 && sides.count > 1 ? "some of each" : parts.joined(separator: "; ")
        return "\(count) \(count == 1 ? "conflict" : "conflicts") resolved: kept \(what)"
    }

    func summary(isTrial: Bool) -> String {
        let words: [(Action, String)] = [
            (.addedHere, "new here"), (.changedHere, "changed here"), (.removedHere, "removed here"),
            (.addedThere, "new there"), (.changedThere, "changed there"), (.removedThere, "removed there"),
            (.merged, "merged"), (.conflict, "in conflict"), (.apart, "kept apart"), (.notSent, "not sent"),
        ]
        let parts = words.compactMap { action, word in
            let count = count(action)
            if action == .conflict, !isTrial, count > 0 { return settled(count) }
            return count > 0 ? "\(count) \(word)" : nil
        }
        let done = parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
        let start = isTrial ? "Would synchronize" : "Synchronized"
        return "\(start) with “\(source)”: \(done)." + (isReadOnly ? " The source is read-only." : "")
    }
}

extension Report where Row == SyncReport.Entry {
    static var synchronization: Report {
        let columns: [Column] = [
            Column("action") { .text($0.action.rawValue) }, Column("name") { .text($0.name) },
            Column("id") { OutputValue($0.contact?.rawValue) }, Column("href") { OutputValue($0.href) },
            Column(
                key: "fields",
                value: { entry in
                    .list(
                        entry.fields.map { field in
                            .object([
                                ("field", .text(field.field)), ("ours", .text(field.ours)),
                                ("theirs", .text(field.theirs)), ("kept", OutputValue(field.kept?.rawValue)),
                            ])
                        }
                    )
                },
                text: { $0.fields.map(\.field).joined(separator: "; ") }
            ),
            Column("reason") { OutputValue($0.reason) },
        ]
        return Report(
            columns,
            table: Table([
                TextColumn(title: "ACTION", narrowest: 8): { $0.action.rawValue },
                TextColumn(title: "NAME", narrowest: 10): { $0.name },
                TextColumn(title: "WHY", narrowest: 10, dropPriority: 1): { entry in
                    ([entry.reason].compactMap(\.self) + entry.fields.map(\.field)).joined(separator: ", ")
                },
            ])
        )
    }
}
