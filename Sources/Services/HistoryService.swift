import Primitives
public import Repository

/// Undoes and redoes the user's steps.
public protocol HistoryService: Sendable {
    /// Undoes up to `steps` of the latest steps, or redoes undone ones, and returns the steps that it took.
    ///
    /// A step that fetched people from an API is merely skipped: the next undo continues with the step before it.
    func turn(steps: Int, isUndone: Bool) async throws -> [HistoryStep]

    /// Returns the next `count` steps to undo or redo, without taking them.
    func nextSteps(_ count: Int, isUndone: Bool) async throws -> [HistoryStep]

    /// Returns the latest steps, the last first, including undone ones.
    func history(limit: Int) async throws -> [HistoryStep]

    /// Returns a step with its changes to the first `limit` contacts.
    func step(_ id: Int64, limit: Int) async throws -> HistoryDetail

    /// Lists the steps that changed a contact, the latest first, excluding undone ones.
    func revisions(of id: ContactID) async throws -> [ContactRevision]
}

/// The user's other books.
package protocol OtherBooks: Sendable {
    func all() throws -> [Book]

    /// Returns the book with the other half of a transfer; throws `notFound` if the book no longer exists.
    func book(of link: StepLink) throws -> Book

    /// Opens a book, runs `work` on it, and closes it, so that everything is written to disk.
    func opening<Result>(_ book: Book, _ work: (any ContactRepository) async throws -> Result) async throws -> Result
}

/// The history of a repository; rejects step counts below 1.
///
/// A copy or move between books is undone and redone in both.
package struct RepositoryHistoryService: HistoryService {
    private let repository: any ContactRepository
    private let own: Book?
    private let books: (any OtherBooks)?

    /// Creates a service over the repository of the book `own`; without `books`, other books aren't touched.
    package init(repository: any ContactRepository, own: Book? = nil, books: (any OtherBooks)? = nil) {
        self.repository = repository
        self.own = own
        self.books = books
    }

    package func nextSteps(_ count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(count, "steps")
        var left = [try await repository.steps(isUndone: isUndone)]
        var done = [try await repository.nextStep(isUndone: !isUndone)]
        for book in try books?.all() ?? [] {
            try await books?.reading(book) { other in
                left.append(try await other.steps(isUndone: isUndone))
                done.append(try await other.nextStep(isUndone: !isUndone))
            }
        }
        for index in left.indices.dropFirst() {
            left[index] = Array(left[index].prefix { $0.isOfAllBooks(after: done) })
        }
        var steps: [HistoryStep] = []
        while steps.count < count {
            let heads = left.indices.filter { !left[$0].isEmpty }
            // Undo times aren't recorded, so steps of this book are redone first.
            let latest = heads.max { left[$0][0].date < left[$1][0].date }
            let half = heads.first { left[$0][0].isLeft(after: done[0]) }
            guard let next = half ?? (isUndone && heads.first == 0 ? 0 : latest) else { break }
            let step = left[next].removeFirst()
            steps.append(step)
            // The other half of a copy or move is undone or redone with it.
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
            // Redoing a fetch restores nothing, so it doesn't count as a step.
            if isUndone, case .fetch? = step.note { continue }
            turned += taken
            // A step whose changes can't be read remains the next one.
            if first.isUndone == isUndone { break }
        }
        return turned
    }

    /// Undoes or redoes a copy or move between two other books, or skips another book's fetch from an API, if that was
    /// the user's last step; also finishes a copy or move of which only one half was undone or redone.
    ///
    /// - Returns: The step; `nil` if there isn't one, or if a step of this book comes first.
    private func turnElsewhere(isUndone: Bool, unlessAfter own: HistoryStep?) async throws -> [HistoryStep]? {
        guard let books else { return nil }
        var done = [try await repository.nextStep(isUndone: !isUndone)]
        // Undo times aren't recorded, so a step of this book is redone first, unless half of one remains.
        let isOwnFirst = isUndone && own != nil
        let half = done[0]?.transfer
        var heads: [(book: Book, step: HistoryStep)] = []
        for book in try books.all() where !isOwnFirst || half.map({ $0.file == book.stepFile }) == true {
            try await books.reading(book) { other in
                if let step = try await other.nextStep(isUndone: isUndone) { heads.append((book, step)) }
                done.append(try await other.nextStep(isUndone: !isUndone))
            }
        }
        let left = heads.first { $0.step.isLeft(after: done[0]) }
        let later = isOwnFirst ? [] : heads.filter { $0.step.date > own?.date ?? .distantPast }
        let latest = later.filter { $0.step.isOfAllBooks(after: done) }.max { $0.step.date < $1.step.date }
        guard let book = (left ?? latest)?.book else { return nil }
        return try await books.opening(book) { other in
            guard let step = try await other.nextStep(isUndone: isUndone) else { return [] }
            return try await RepositoryHistoryService(repository: other, own: book, books: books).turn(step)
        }
    }

    /// Undoes or redoes the next step together with its other half, if it has one.
    ///
    /// The half that stores contacts comes first, so that none are lost if the other half fails.
    /// If the other half no longer exists, only an undo that restores contacts in this book proceeds.
    private func turn(_ step: HistoryStep) async throws -> [HistoryStep] {
        guard let books, let link = step.transfer else {
            return try await repository.turn(steps: 1, isUndone: step.isUndone)
        }
        do {
            return try await books.opening(books.book(of: link)) { try await turn(step, link, with: $0) }
        } catch let error as RepositoryError where error.code == .notFound {
            guard link.isOrigin, !step.isUndone, step.contactCount > 0 else {
                throw RepositoryError.invalid(
                    "“\(step.title)” also changed the book “\(link.book)”, which no longer has a record of it. To continue, remove or "
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
        // Skip what was fetched from an API in the meantime; those contacts stay.
        while !step.isUndone, case .fetch? = next?.note {
            _ = try await other.turn(steps: 1, isUndone: false)
            next = try await other.nextStep(isUndone: false)
        }
        let half =
            link.step != StepLink.unknownStep
            ? try await other.historyStep(link.step, limit: 1).step
            : try await other.history(limit: HistoryStep.keptCount).first {
                $0.isOtherHalf(of: step) && $0.transfer?.file == self.own?.stepFile
            }
        guard let half else {
            // The contacts that were stored here weren't removed there: the transfer was interrupted before that.
            return try await repository.turn(steps: 1, isUndone: step.isUndone)
        }
        // The numbers of dropped steps are reused for later ones.
        guard half.isOtherHalf(of: step) else {
            throw RepositoryError(.notFound, "The other half of the step no longer exists.")
        }
        // If the other half is done, only this one remains. A half that changed nothing (a copy's origin) can wait.
        let isHalfDone = half.isUndone != step.isUndone || half.contactCount == 0 && next?.id != half.id
        guard isHalfDone || next?.id == half.id else {
            let word = step.isUndone ? "redo" : "undo"
            throw RepositoryError.invalid(
                "“\(step.title)” also changed the book “\(link.book)”, where other changes were made later. First \(word) those: "
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

extension OtherBooks {
    /// Opens a book to find the next step; an error names it, because without it an older step would be the next one.
    fileprivate func reading(_ book: Book, _ work: (any ContactRepository) async throws -> Void) async throws {
        do {
            try await opening(book, work)
        } catch var error as RepositoryError {
            error.message = "The next step may be in the book “\(book.name)”, which cannot be read. \(error.message)"
            throw error
        }
    }
}

extension RepositoryError {
    static func requirePositive(_ count: Int, _ noun: String) throws {
        guard count >= 1 else {
            throw RepositoryError.invalid("\(count) is not a valid number of \(noun). Give 1 or more.")
        }
    }
}

extension HistoryStep {
    fileprivate var transfer: StepLink? { if case .transfer(let link)? = note { link } else { nil } }

    /// Whether an undo in any book considers it: a copy, a move or a fetch, so that nothing older is undone instead.
    ///
    /// The same is true of what an interrupted undo or redo left: `done` has the step of each book that was taken last.
    fileprivate func isOfAllBooks(after done: [HistoryStep?]) -> Bool {
        if done.contains(where: isLeft) { return true }
        if case .fetch? = note { return !isUndone }
        return transfer?.isOrigin ?? false
    }

    /// Whether the steps are the two halves of one copy or move between books.
    fileprivate func isOtherHalf(of step: HistoryStep) -> Bool {
        guard let link = transfer, let other = step.transfer else { return false }
        return link.isOrigin != other.isOrigin && [step.id, StepLink.unknownStep].contains(link.step)
            && [id, StepLink.unknownStep].contains(other.step)
    }

    /// Whether an undo or redo of a copy or move stopped between its half `done` and this one.
    ///
    /// An undo starts with the half that the contacts came from, and a redo with the other one.
    fileprivate func isLeft(after done: HistoryStep?) -> Bool {
        guard let done, done.isUndone != isUndone, contactCount > 0 else { return false }
        return isOtherHalf(of: done) && transfer?.isOrigin == isUndone
    }
}

extension ContactRepository {
    /// Returns the steps in undo or redo order.
    fileprivate func steps(isUndone: Bool) async throws -> [HistoryStep] {
        let steps = try await history(limit: HistoryStep.keptCount).filter { $0.isUndone == isUndone }
        // Steps are undone from last to first, so the earliest undone step was undone last.
        return isUndone ? steps.reversed() : steps
    }
}
