import Repository

extension SyncPass {
    /// Throws before a large part of a book would be removed; a trial only reports it.
    ///
    /// Contacts are counted again when they are removed here, since the plan can't foresee everything: the card of a contact
    /// can turn into that of a group.
    mutating func guardAgainstRemoval(_ plan: SyncPlan, _ start: Start, isCertain: Bool) throws {
        guard !options.allowsMassRemoval, let message = massRemoval(plan, start, isCertain: isCertain) else { return }
        guard isTrial else { throw SyncRefusal(message: message) }
        if isCertain { noteRefusal(message) }
    }

    mutating func noteRefusal(_ message: String) {
        report.notes.append("Without --dry-run, this would be refused: \(message)")
    }

    private func massRemoval(_ plan: SyncPlan, _ start: Start, isCertain: Bool) -> String? {
        if plan.isEmptyThere, start.known > 1, plan.removing > 0 {
            return "“\(report.source)” has no cards any more, where it had \(start.known). Nothing was changed. "
                + "Check the source, or use --allow-mass-removal to remove all of them here, too."
        }
        // Cards with new names may be the missing ones.
        let here = max(0, plan.removing - (isCertain ? 0 : plan.unknown))
        let there = start.removedHere.subtracting(plan.missing).subtracting(plan.reading.map(CardKey.init)).count
        let limit = RemovalLimit(book: start.known + start.removedOfLate)
        guard here + there > 0, limit.isExceeded(by: start.removedOfLate + here + there) else { return nil }
        let parts = [(here, "here"), (there, "there")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let earlier = start.removedOfLate > 0 ? ", after \(start.removedOfLate) here within the last day" : ""
        return "Synchronizing would remove \(parts.joined(separator: " and ")) of \(start.known) contacts\(earlier). "
            + "Nothing was removed. " + Self.removalAdvice
    }

    /// Returns the refusal to remove more contacts here when the limit is reached during the pass.
    func refusal(_ reached: RemovalLimit.Reached) -> SyncRefusal {
        SyncRefusal(
            message: "Synchronizing would remove \(reached.removed) of \(limit?.book ?? 0) contacts here within a day. "
                + "It was stopped before that. " + Self.removalAdvice
        )
    }

    private static let removalAdvice = "Use --dry-run to see which, and --allow-mass-removal to remove them."
}
