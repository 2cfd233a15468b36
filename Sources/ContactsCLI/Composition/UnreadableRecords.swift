import Repository
import Synchronization

/// The records that a command skipped because they can't be read, each once.
final class UnreadableRecords: Sendable {
    private let records = Mutex<(list: [UnreadableRecord], known: Set<UnreadableRecord>)>(([], []))

    /// The maximum number of records that are named.
    private static let limit = 20

    func add(_ record: UnreadableRecord) {
        records.withLock { records in
            var key = record
            key.name = nil
            if records.known.insert(key).inserted { records.list.append(record) }
        }
    }

    /// A line for each record, and one with the advice; empty if everything could be read.
    var lines: [String] {
        let records = records.withLock(\.list)
        guard !records.isEmpty else { return [] }
        let more = records.count - Self.limit
        return records.prefix(Self.limit).map { record in
            let name = record.name.map { ", \($0)" } ?? ""
            return "left out, because it cannot be read: \(record.subject)\(name)."
        }
            + (more > 0 ? ["\(more) more records cannot be read."] : []) + [UnreadableRecord.advice]
    }

    /// The exit status of a command that succeeded otherwise: cards are only passed over, the rest is damage.
    var status: ExitStatus {
        let kinds = records.withLock { $0.list.map(\.kind) }
        if kinds.isEmpty { return .success }
        return kinds.allSatisfy { $0 == .card } ? .partial : .badData
    }
}
