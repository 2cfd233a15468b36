import Repository
import RepositoryDoubles
import Services
import Synchronization

/// A history of a few steps, which remembers what it was asked.
final class StubHistoryService: HistoryService {
    private let steps: [HistoryStep]
    private let failure: RepositoryError?
    private let recorded = Mutex<[String]>([])

    init(steps: [HistoryStep] = [], failure: RepositoryError? = nil) {
        self.steps = steps
        self.failure = failure
    }

    /// What was asked, in order.
    var calls: [String] { recorded.withLock { $0 } }

    func undo(steps count: Int) async throws -> [HistoryStep] { try answer("undo \(count)", count) }

    func redo(steps count: Int) async throws -> [HistoryStep] { try answer("redo \(count)", count) }

    func history(limit: Int) async throws -> [HistoryStep] { try answer("history \(limit)", limit) }

    func step(_ id: Int64, limit: Int) async throws -> HistoryDetail {
        guard let step = try answer("step \(id) \(limit)", 1).first else {
            throw RepositoryError(.notFound, "There is no step \(id).")
        }
        return HistoryDetail(step: step, changes: [HistoryChange(id: step.contacts[0], before: nil, after: .complete)])
    }

    func revisions(of id: ContactID) async throws -> [ContactRevision] { [] }

    private func answer(_ call: String, _ count: Int) throws -> [HistoryStep] {
        recorded.withLock { $0.append(call) }
        if let failure { throw failure }
        return Array(steps.prefix(count))
    }
}
