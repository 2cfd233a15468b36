import Bloc
import BlocTesting
import Primitives
import Synchronization
import TestWatch
import Testing

@testable import BlocDurable

/// A client's question to a register and its answer, with their places in the order of all questions and answers.
struct Operation: Sendable {
    enum Kind: Sendable {
        case read(Int)
        /// Whether the old value was found; `nil` if there was no answer.
        case replace(Int, by: Int, succeeded: Bool?)
    }

    let kind: Kind
    let start: Int
    /// `Int.max` if there was no answer.
    let end: Int

    /// The value after the operation; `nil` if it would have been answered otherwise.
    func value(after value: Int) -> Int? {
        switch kind {
        case .read(let read): read == value ? value : nil
        case .replace(let old, let new, nil): old == value ? new : value
        case .replace(let old, let new, let succeeded?):
            succeeded == (old == value) ? (succeeded ? new : value) : nil
        }
    }
}

/// The operations of all clients on a register.
struct History: Sendable {
    /// A point of the search.
    private struct Place: Hashable {
        let left: Set<Int>
        let value: Int
    }

    let operations: [Operation]

    /// Whether the operations could have happened one after the other, each at a moment between its question and its
    /// answer: the search of Wing and Gong, which visits no point twice.
    func isLinearizable(from value: Int = 0) -> Bool {
        var seen: Set<Place> = []
        func search(_ place: Place) -> Bool {
            // What was never answered need not have happened.
            guard let end = place.left.map({ operations[$0].end }).min(), end < .max else { return true }
            guard seen.insert(place).inserted else { return false }
            return place.left.contains { index in
                guard operations[index].start < end, let value = operations[index].value(after: place.value) else {
                    return false
                }
                return search(Place(left: place.left.subtracting([index]), value: value))
            }
        }
        return search(Place(left: Set(operations.indices), value: value))
    }
}

/// Histories of hosts that share a store while some of them end, are killed, or are late for their lease.
@Suite(.watched) struct LinearizabilityTests {
    @Test(
        "the checker finds histories that no order explains",
        arguments: [
            // A value is read after it has been replaced.
            ([(.replace(0, by: 1, succeeded: true), 1, 2), (.read(0), 3, 4)], false),
            ([(.replace(0, by: 1, succeeded: true), 1, 4), (.read(0), 2, 3)], true),
            // Both have replaced the same value.
            ([(.replace(0, by: 1, succeeded: true), 1, 3), (.replace(0, by: 2, succeeded: true), 2, 4)], false),
            ([(.replace(0, by: 1, succeeded: true), 1, 3), (.replace(1, by: 2, succeeded: true), 2, 4)], true),
            // One is refused although the value was there all the time.
            ([(.replace(0, by: 1, succeeded: false), 1, 2), (.read(0), 3, 4)], false),
            // What was not answered happens late or never, but once.
            ([(.replace(0, by: 1, succeeded: nil), 1, .max), (.read(0), 2, 3), (.read(1), 4, 5)], true),
            ([(.replace(0, by: 1, succeeded: nil), 1, .max), (.read(1), 2, 3), (.read(0), 4, 5)], false),
            // Two readers see two values in different orders.
            (
                [
                    (.replace(0, by: 1, succeeded: true), 1, 10), (.replace(1, by: 2, succeeded: true), 2, 9),
                    (.read(2), 3, 4), (.read(1), 5, 6),
                ], false
            ),
        ] as [([(Operation.Kind, Int, Int)], Bool)]
    )
    func checker(_ history: [(kind: Operation.Kind, start: Int, end: Int)], _ expected: Bool) {
        let operations = history.map { Operation(kind: $0.kind, start: $0.start, end: $0.end) }
        #expect(History(operations: operations).isLinearizable() == expected)
    }

    @Test("D05 hosts that share blocs, and lose them to each other, are linearizable", arguments: StoreKind.shared)
    func linearizable(_ kind: StoreKind) async throws {
        print("seed \(SplitMix64.seed)")
        var numbers = SplitMix64(seed: SplitMix64.seed)
        for round in 0..<SplitMix64.runs(30) / 30 {
            let run = try await RegisterRun(kind)
            for (key, operations) in try await run.perform(clients: 5, each: 20, &numbers) {
                let isLinearizable = History(operations: operations).isLinearizable()
                #expect(isLinearizable, "\(round) \(key): \(operations.sorted { $0.start < $1.start })")
            }
        }
    }
}

/// Clients that replace and read the values of two blocs over three hosts, which come and go.
private final class RegisterRun: Sendable {
    private let folder = TemporaryFolder()
    /// The same store for each host, with a clock of its own.
    private let stores: [TestStore]
    private let hosts: Lock<[DurableHost]>
    /// The number of questions and answers.
    private let time = Atomic<Int>(0)
    /// The number of clients at work.
    private let working = Atomic<Int>(0)

    init(_ kind: StoreKind) async throws {
        stores = [0, 1, 2].map { [folder] _ in TestStore(kind, in: folder) }
        var all: [DurableHost] = []
        for store in stores { all.append(try await store.counters()) }
        hosts = Lock(all)
    }

    private func tick() -> Int { time.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }

    /// Has clients work side by side, while hosts are killed and end, and others go on for ten operations after the end
    /// of their leases because their clocks stand still.
    ///
    /// - Returns: The operations on each bloc.
    func perform(clients: Int, each count: Int, _ numbers: inout SplitMix64) async throws -> [String: [Operation]] {
        working.store(clients, ordering: .relaxed)
        let all = try await withThrowingTaskGroup(of: [(key: String, Operation)].self) { group in
            for client in 0..<clients {
                let seed = numbers.next()
                group.addTask { [self] in
                    defer { working.wrappingSubtract(1, ordering: .relaxed) }
                    var numbers = SplitMix64(seed: seed)
                    return try await perform("\(client)", count, &numbers)
                }
            }
            var (nextChange, late) = (0, 0)
            while working.load(ordering: .relaxed) > 0 {
                await Task.yield()
                for (index, store) in stores.enumerated() where index != late {
                    store.time.advance(by: .milliseconds(1))
                }
                guard time.load(ordering: .relaxed) >= nextChange else { continue }
                nextChange += 20
                stores[late].time.advance(by: .seconds(6))
                late = Int.random(in: 0..<3, using: &numbers)
                let change = Int.random(in: 0..<3, using: &numbers)
                if change > 0 { try await replaceHost((late + change) % 3, kills: Bool.random(using: &numbers)) }
                for (index, store) in stores.enumerated() where index != late { store.time.advance(by: .seconds(6)) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        for host in hosts.withLock({ $0 }) { await host.close() }
        return Dictionary(grouping: all, by: \.key).mapValues { $0.map(\.1) }
    }

    private func replaceHost(_ index: Int, kills: Bool) async throws {
        let new = try await stores[index].counters()
        let old = hosts.withLock { hosts in
            defer { hosts[index] = new }
            return hosts[index]
        }
        if kills { old.abandon() } else { await old.close() }
    }

    /// The operations of one client, which expects the values that it has seen last.
    private func perform(
        _ client: String,
        _ count: Int,
        _ numbers: inout SplitMix64
    ) async throws -> [(key: String, Operation)] {
        let session = try stores[0].session("client \(client)")
        defer { session.close() }
        var seen = ["a": 0, "b": 0]
        var all: [(key: String, Operation)] = []
        for number in 0..<count {
            let key = ["a", "b"].randomElement(using: &numbers) ?? "a"
            let start = tick()
            var kind: Operation.Kind
            if Int.random(in: 0..<3, using: &numbers) == 0 {
                var value = 0
                try session.transaction {
                    let row = try session.blocs(type: nil, id: key, after: nil, limit: 1).first
                    value =
                        try row?.state.map { try JSONCoder.stored.decode(CounterBloc.State.self, from: $0).sum } ?? 0
                }
                seen[key] = value
                kind = .read(value)
            } else {
                let (old, new) = (seen[key] ?? 0, Int.random(in: 1..<5, using: &numbers))
                let request = Bool.random(using: &numbers) ? "\(client) \(number)" : nil
                let succeeded = try await replace(old, by: new, key, once: request, &numbers)
                if succeeded == true { seen[key] = new }
                kind = .replace(old, by: new, succeeded: succeeded)
            }
            var isUnanswered = false
            if case .replace(_, _, nil) = kind { isUnanswered = true }
            all.append((key, Operation(kind: kind, start: start, end: isUnanswered ? .max : tick())))
        }
        return all
    }

    /// Asks any host, and another one if that ends and the request has a name.
    private func replace(
        _ old: Int,
        by new: Int,
        _ key: String,
        once request: String?,
        _ numbers: inout SplitMix64
    ) async throws -> Bool? {
        while true {
            let index = Int.random(in: 0..<3, using: &numbers)
            let host = hosts.withLock { $0[index] }
            do {
                let event = CounterBloc.Event.replace(old, by: new)
                return try await host.add(event, to: CounterBloc.key(key), once: request).committed.isHandled
            } catch let error as DurableError where error.code == .closed {
                if request == nil { return nil }
            }
        }
    }
}
