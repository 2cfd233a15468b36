import Primitives
public import Repository
import Synchronization

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

/// The history of a repository; refuses a number of steps below 1.
///
/// A copy or a move between books is undone and redone in both of them.
package struct RepositoryHistoryService: HistoryService {
    /// Opens the other book of a transfer, runs the work in it, and closes it; throws `notFound` for a book that is gone.
    package typealias Opening =
        @Sendable (StepLink, @escaping @Sendable (any ContactRepository) async throws -> Void) async throws -> Void

    /// The other books of the user, by functions that run work in one of them.
    package typealias Others =
        @Sendable () throws ->
        [@Sendable (@escaping @Sendable (any ContactRepository) async throws -> Void) async throws -> Void]

    private let repository: any ContactRepository
    private let open: Opening?
    private let others: Others?

    /// Creates a service over the repository; without `open`, other books are left alone.
    package init(repository: any ContactRepository, open: Opening? = nil, others: Others? = nil) {
        self.repository = repository
        self.open = open
        self.others = others
    }

    package func nextSteps(_ count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try Self.check(count)
        let own = try await repository.steps(isUndone: isUndone)
        let queues = Mutex([own])
        // A book that cannot be read has nothing to be undone.
        for book in try others?() ?? [] {
            try? await book { other in
                let steps = try await other.steps(isUndone: isUndone).prefix { $0.isOfAllBooks(isUndone: isUndone) }
                queues.withLock { $0.append(Array(steps)) }
            }
        }
        var left = queues.withLock { $0 }
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
        try Self.check(limit)
        return try await repository.history(limit: limit)
    }

    package func step(_ id: Int64, limit: Int) async throws -> HistoryDetail {
        guard limit >= 1 else {
            throw RepositoryError(.invalidInput, "\(limit) is not a number of contacts. Give 1 or more.")
        }
        return try await repository.historyStep(id, limit: limit)
    }

    package func revisions(of id: ContactID) async throws -> [ContactRevision] {
        try await repository.revisions(of: id)
    }

    package func turn(steps count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try Self.check(count)
        var turned: [HistoryStep] = []
        while turned.count < count {
            let next = try await repository.nextStep(isUndone: isUndone)
            if let elsewhere = try await turnElsewhere(isUndone: isUndone, unlessAfter: next) {
                turned += elsewhere
                continue
            }
            guard let step = next else { break }
            let taken: [HistoryStep]
            switch step.note {
            case .transfer(let link)?: taken = try await turn(step, link)
            case .fetch?, .shared?, nil: taken = try await repository.turn(steps: 1, isUndone: isUndone)
            }
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
        guard let open, let others, !isUndone || own == nil else { return nil }
        let latest = Mutex<(date: Date, book: Int)?>(nil)
        let books = try others()
        for (index, book) in books.enumerated() {
            // A book that cannot be read has nothing to be undone.
            try? await book { other in
                guard let step = try await other.nextStep(isUndone: isUndone), step.isOfAllBooks(isUndone: isUndone),
                    step.date > own?.date ?? .distantPast
                else { return }
                latest.withLock { if step.date > $0?.date ?? .distantPast { $0 = (step.date, index) } }
            }
        }
        guard let book = latest.withLock({ $0?.book }) else { return nil }
        let taken = Mutex<[HistoryStep]>([])
        let inBook = books[book]
        try await inBook { other in
            let service = RepositoryHistoryService(repository: other, open: open)
            let steps = try await service.turn(steps: 1, isUndone: isUndone)
            taken.withLock { $0 = steps }
        }
        return taken.withLock { $0 }
    }

    /// Undoes or redoes a step together with its other half; the half that stores contacts comes first, so that none is
    /// lost if the other one fails.
    ///
    /// Where the other half is gone, only an undo that brings contacts back here goes on.
    private func turn(_ step: HistoryStep, _ link: StepLink) async throws -> [HistoryStep] {
        guard let open else { return try await repository.turn(steps: 1, isUndone: step.isUndone) }
        do {
            return try await turn(step, link, open)
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

    private func turn(_ step: HistoryStep, _ link: StepLink, _ open: Opening) async throws -> [HistoryStep] {
        let taken = Mutex<[HistoryStep]>([])
        let repository = repository
        try await open(link) { other in
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
            taken.withLock { $0 = own }
            if isFirst, !isHalfDone { _ = try await other.turn(steps: 1, isUndone: step.isUndone) }
        }
        return taken.withLock { $0 }
    }

    /// Refuses a number of steps below 1.
    static func check(_ count: Int) throws {
        guard count >= 1 else {
            throw RepositoryError(.invalidInput, "\(count) is not a number of steps. Give 1 or more.")
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
