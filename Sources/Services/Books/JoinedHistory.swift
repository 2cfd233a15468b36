import Primitives
package import Repository

/// The histories of all books as one, with the steps ordered by time.
///
/// An undo reverts the latest step of all books that isn't undone. A redo brings back the earliest undone step, which is
/// the one that was undone last. The steps of one change in several books are undone and redone together.
extension JoinedBooks: HistoryService {
    package func nextSteps(_ count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(count, "steps")
        let steps = try await history(limit: HistoryStep.keptCount * books.count).filter { $0.isUndone == isUndone }
        return Array((isUndone ? steps.reversed() : steps).prefix(count))
    }

    package func turn(steps count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(count, "steps")
        var done: [HistoryStep] = []
        for _ in 0..<count {
            var next: [(book: Int, step: HistoryStep)] = []
            for (index, book) in books.enumerated() {
                if let step = try await book.repository.nextStep(isUndone: isUndone) { next.append((index, step)) }
            }
            let earliest = next.min { $0.step.date < $1.step.date }
            let latest = next.max { $0.step.date < $1.step.date }
            guard let first = isUndone ? earliest : latest else { break }
            var parts = [first.book]
            if case .shared? = first.step.note { parts = next.filter { $0.step.note == first.step.note }.map(\.book) }
            for book in parts {
                let steps = try await books[book].history.turn(steps: 1, isUndone: isUndone)
                done += steps.map { joined($0, book) }
            }
        }
        return done
    }

    package func history(limit: Int) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(limit, "steps")
        var left: [ArraySlice<HistoryStep>] = []
        for (index, book) in books.enumerated() {
            left.append(try await book.repository.history(limit: limit).map { joined($0, index) }[...])
        }
        // The steps of each book stay in their order, even if a clock was set back.
        var steps: [HistoryStep] = []
        func date(_ book: Int) -> Date { left[book].first?.date ?? .distantPast }
        while steps.count < limit {
            guard let latest = left.indices.max(by: { date($0) < date($1) }), let step = left[latest].popFirst()
            else { break }
            steps.append(step)
        }
        return steps
    }

    package func step(_ id: Int64, limit: Int) async throws -> HistoryDetail {
        let (own, number) = id.quotientAndRemainder(dividingBy: Int64(books.count))
        let book = Int(number)
        let service = RepositoryHistoryService(repository: books[book].repository)
        var detail = try await service.step(own, limit: limit)
        detail.step = joined(detail.step, book)
        detail.changes = detail.changes.map { joined($0, book) }
        return detail
    }

    package func revisions(of id: ContactID) async throws -> [ContactRevision] {
        guard let part = try byBook([id]).first else { return [] }
        return try await books[part.book].repository.revisions(of: part.ids[0]).map { revision in
            var revision = revision
            revision.step = joined(revision.step, part.book)
            revision.change = joined(revision.change, part.book)
            return revision
        }
    }

    private func joined(_ change: HistoryChange, _ book: Int) -> HistoryChange {
        HistoryChange(
            id: joined(change.id, book),
            before: change.before.map { joined($0, book) },
            after: change.after.map { joined($0, book) }
        )
    }

    /// Returns the step with its book and a number that is unique among all books.
    private func joined(_ step: HistoryStep, _ book: Int) -> HistoryStep {
        var joined = step
        joined.id = step.id * Int64(books.count) + Int64(book)
        joined.book = books[book].name
        joined.contacts = step.contacts.map { self.joined($0, book) }
        return joined
    }
}
