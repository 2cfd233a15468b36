import Primitives
public import Repository

/// Undoes and redoes steps of the user's work.
public protocol HistoryService: Sendable {
    /// Undoes at most `steps` of the last steps that aren't undone, or redoes undone ones; returns those that it took.
    ///
    /// A step that fetched people from an API is only passed over: the next undo goes on with the step before it.
    func turn(steps: Int, isUndone: Bool) async throws -> [HistoryStep]

    /// Returns the steps that an undo, or a redo, of so many steps would take, without taking them.
    func nextSteps(_ count: Int, isUndone: Bool) async throws -> [HistoryStep]

    /// Returns the last steps, the last first, including undone ones.
    func history(limit: Int) async throws -> [HistoryStep]

    /// Returns what a step changed in its first `limit` contacts.
    func step(_ id: Int64, limit: Int) async throws -> HistoryDetail

    /// Lists the steps that changed a contact, the latest first, without undone ones.
    func revisions(of id: ContactID) async throws -> [ContactRevision]
}

/// The other books of the user.
package protocol OtherBooks: Sendable {
    func all() throws -> [Book]

    /// Returns the book with the other half of a transfer; throws `notFound` for a book that is gone.
    func book(of link: StepLink) throws -> Book

    /// Opens a book, runs the work in it, and closes it, so that everything is on the disk.
    func opening<Result>(_ book: Book, _ work: (any ContactRepository) async throws -> Result) async throws -> Result
}

/// The history of a repository; refuses a number of steps below 1.
///
/// A copy or a move between books is undone and redone in both of them.
package struct RepositoryHistoryService: HistoryService {
    private let repository: any ContactRepository
    private let books: (any OtherBooks)?

    /// Creates a service over the repository; without `books`, other books are left alone.
    package init(repository: any ContactRepository, books: (any OtherBooks)? = nil) {
        self.repository = repository
        self.books = books
    }

    package func nextSteps(_ count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(count, "steps")
        var left = [try await repository.steps(isUndone: isUndone)]
        for book in try books?.all() ?? [] {
            // A book that cannot be read has nothing to be undone.
            let steps = try? await books?.opening(book) { try await $0.steps(isUndone: isUndone) }
            left.append(steps?.prefix { $0.isOfAllBooks(isUndone: isUndone) } ?? [])
        }
        var steps: [HistoryStep] = []
        while steps.count < count {
            let heads = left.indices.filter { !left[$0].isEmpty }
            // A step that is redone has no time of its undo: those of this book come first.
            let latest = heads.max { left[$0][0].date < left[$1][0].date }
            guard let next = isUndone && heads.first == 0 ? 0 : latest else { break }
            let step = left[next].removeFirst()
            steps.append(step)
            // The other half of a copy or move is taken together with it.
            for index in left.indices { left[index].removeAll { $0.isOtherHalf(of: step) } }
        }
        return steps
    }

    package func history(limit: Int) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(limit, "steps")
        return try await repository.history(limit: limit)
    }

    package func step(_ id: Int64, limit: Int) async throws -> HistoryDetail {
        try RepositoryError.requirePositive(limit, "contacts")
        return try await repository.historyStep(id, limit: limit)
    }

    package func revisions(of id: ContactID) async throws -> [ContactRevision] {
        try await repository.revisions(of: id)
    }

    package func turn(steps count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(count, "steps")
        var turned: [HistoryStep] = []
        while turned.count < count {
            let next = try await repository.nextStep(isUndone: isUndone)
            if let elsewhere = try await turnElsewhere(isUndone: isUndone, unlessAfter: next) {
                turned += elsewhere
                continue
            }
            guard let step = next else { break }
            let taken = try await turn(step)
            guard let first = taken.first else { break }
            // Nothing comes back with a redo of a fetch.
            if isUndone, case .fetch? = step.note { continue }
            turned += taken
            // A step of which nothing can be read stays the next one.
            if first.isUndone == isUndone { break }
        }
        return turned
    }

    /// Undoes or redoes a copy or move between two other books, or passes over what an API sent to another one, if that is
    /// what the user did last.
    ///
    /// - Returns: The step; `nil` when there is none, or one of this book comes first.
    private func turnElsewhere(isUndone: Bool, unlessAfter own: HistoryStep?) async throws -> [HistoryStep]? {
        // A step that is redone has no time of its undo: that of this book comes first.
        guard let books, !isUndone || own == nil else { return nil }
        var latest: (date: Date, book: Book)?
        for book in try books.all() {
            // A book that cannot be read has nothing to be undone.
            let next = try? await books.opening(book) { try await $0.nextStep(isUndone: isUndone) }
            guard let step = next.flatMap(\.self), step.isOfAllBooks(isUndone: isUndone),
                step.date > latest?.date ?? own?.date ?? .distantPast
            else { continue }
            latest = (step.date, book)
        }
        guard let book = latest?.book else { return nil }
        return try await books.opening(book) { other in
            guard let step = try await other.nextStep(isUndone: isUndone) else { return [] }
            return try await RepositoryHistoryService(repository: other, books: books).turn(step)
        }
    }

    /// Undoes or redoes the next step, together with its other half, if it has one; the half that stores contacts comes
    /// first, so that none is lost if the other one fails.
    ///
    /// Where the other half is gone, only an undo that brings contacts back here goes on.
    private func turn(_ step: HistoryStep) async throws -> [HistoryStep] {
        guard let books, let link = step.transfer else {
            return try await repository.turn(steps: 1, isUndone: step.isUndone)
        }
        do {
            return try await books.opening(books.book(of: link)) { try await turn(step, link, with: $0) }
        } catch let error as RepositoryError where error.code == .notFound {
            guard link.isOrigin, !step.isUndone, step.contactCount > 0 else {
                throw RepositoryError(
                    .invalidInput,
                    "“\(step.title)” also changed the book “\(link.book)”, which has no record of it any more. To go on, remove or "
                        + "copy the contacts by hand."
                )
            }
            return try await repository.turn(steps: 1, isUndone: step.isUndone)
        }
    }

    private func turn(
        _ step: HistoryStep,
        _ link: StepLink,
        with other: any ContactRepository
    ) async throws -> [HistoryStep] {
        var next = try await other.nextStep(isUndone: step.isUndone)
        // What an API sent meanwhile stays.
        while !step.isUndone, case .fetch? = next?.note {
            _ = try await other.turn(steps: 1, isUndone: false)
            next = try await other.nextStep(isUndone: false)
        }
        let half = try await other.historyStep(link.step, limit: 1).step
        // The number of a step that was dropped is given to a later one.
        guard case .transfer(let back)? = half.note, back.step == step.id, back.isOrigin != link.isOrigin else {
            throw RepositoryError(.notFound, "The other half of the step is gone.")
        }
        // Where only one half was done, the other one follows; and one that changed nothing, as that of a copy, can wait.
        let isHalfDone = half.isUndone != step.isUndone || half.contactCount == 0 && next?.id != link.step
        guard isHalfDone || next?.id == link.step else {
            let word = step.isUndone ? "redo" : "undo"
            throw RepositoryError(
                .invalidInput,
                "“\(step.title)” also changed the book “\(link.book)”, where other changes followed. First \(word) those: "
                    + "contacts --book \(link.book) \(word)"
            )
        }
        let isFirst = link.isOrigin != step.isUndone
        if !isFirst, !isHalfDone { _ = try await other.turn(steps: 1, isUndone: step.isUndone) }
        let own = try await repository.turn(steps: 1, isUndone: step.isUndone)
        if isFirst, !isHalfDone { _ = try await other.turn(steps: 1, isUndone: step.isUndone) }
        return own
    }
}

extension RepositoryError {
    static func requirePositive(_ count: Int, _ noun: String) throws {
        guard count >= 1 else {
            throw RepositoryError(.invalidInput, "\(count) is not a number of \(noun). Give 1 or more.")
        }
    }
}

extension HistoryStep {
    fileprivate var transfer: StepLink? { if case .transfer(let link)? = note { link } else { nil } }

    /// Whether an undo in any book takes it: a copy or move, and what an API sent, so that nothing older is undone instead.
    fileprivate func isOfAllBooks(isUndone: Bool) -> Bool {
        if case .fetch? = note { return !isUndone }
        return transfer?.isOrigin ?? false
    }

    /// Whether both are the halves of one copy or move between books.
    fileprivate func isOtherHalf(of step: HistoryStep) -> Bool {
        guard let link = transfer, let other = step.transfer else { return false }
        return link.step == step.id && other.step == id && link.isOrigin != other.isOrigin
    }
}

extension ContactRepository {
    /// The steps in the order in which they are undone or redone.
    fileprivate func steps(isUndone: Bool) async throws -> [HistoryStep] {
        let steps = try await history(limit: HistoryStep.keptCount).filter { $0.isUndone == isUndone }
        // Steps are undone from the last backward, so the earliest undone step was undone last.
        return isUndone ? steps.reversed() : steps
    }
}
