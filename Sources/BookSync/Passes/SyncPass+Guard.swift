import Repository

extension SyncPass {
    /// Refuses to remove a large part of a book.
    func guardAgainstRemoval(_ plan: SyncPlan, _ start: Start, isCertain: Bool) throws {
        guard !options.allowsMassRemoval else { return }
        if plan.isEmptyThere, start.known > 1, start.removedHere.count < start.known {
            throw SyncRefusal(
                message: "“\(report.source)” has no cards any more, where it had \(start.known). Nothing was changed. "
                    + "Check the source, or use --allow-mass-removal to remove all of them here, too."
            )
        }
        let gone = plan.missing.subtracting(start.removedHere).count
        // Cards that come under new names may be the ones that are gone.
        let here = max(0, gone - (isCertain ? 0 : plan.unknown))
        let there = start.removedHere.subtracting(plan.missing).subtracting(plan.reading.map(CardKey.init)).count
        guard here + there > 10, (here + there) * 3 > start.known else { return }
        let parts = [(here, "here"), (there, "there")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        throw SyncRefusal(
            message:
                "Synchronizing would remove \(parts.joined(separator: " and ")) of \(start.known) contacts. Nothing "
                + "was removed. Use --dry-run to see which, and --allow-mass-removal to remove them."
        )
    }
}
