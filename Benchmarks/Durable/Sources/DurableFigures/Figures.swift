import Bloc
import BlocDurable
import BlocPostgreSQL
import Foundation

/// Measures a host on one engine, and prints its figures as JSON: events and steps a second, times in seconds, megabytes.
@main
struct Figures {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "durable-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "wake", let time = Int64(arguments[3]) {
            return try await wake(arguments[2], at: StoreTime(microseconds: time))
        }
        var figures: [String: Double]
        if let url = ProcessInfo.processInfo.environment["DATABASE_URL"] {
            figures = try await measure(url)
        } else {
            figures = try await measure(folder.appending(path: "store.db").path)
            figures.merge(bare(folder.appending(path: "bare.db").path)) { $1 }
        }
        try show(figures)
    }

    private static func show(_ figures: [String: Double]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    }

    private static let clients = 8

    /// Opens a SQLite file, or a PostgreSQL database if it is a URL.
    private static func host(_ store: String) async throws -> DurableHost {
        store.hasPrefix("postgresql:") ? try await host(of: .postgreSQL(store)) : try await host(of: .sqlite(store))
    }

    private static func host(of store: some DurableStore) async throws -> DurableHost {
        var options = DurableHost.Options()
        // What waits for its time leaves memory when the host is closed, not while it is measured.
        options.idle = .seconds(600)
        return try await DurableHost(store: store, options: options, manager: BlocManager()) {
            print("\($1)")
        } _: {
            $0.register(AccountBloc.self) { AccountBloc($0) }
        }
    }

    private static func measure(_ store: String) async throws -> [String: Double] {
        var figures: [String: Double] = [:]
        let first = try await host(store)
        for client in 0..<clients { _ = try await first.add(.deposited(1), to: key(client)).committed }
        figures["latency"] = try await median(of: 1_000) {
            _ = try await first.add(.deposited(1), to: key(0)).committed
        }
        figures["events"] = try await rate(of: 500) { client in
            _ = try await first.add(.deposited(1), to: key(client)).committed
        }
        let steps = 250
        figures["steps"] =
            try await Double(steps)
            * rate(of: 1) { client in
                let bloc = try await first.bloc(key(client))
                _ = try await first.add(.works(steps: steps), to: key(client)).committed
                for await state in bloc.states where state.steps == nil { break }
            }
        // 20,000 that sleep until the same time.
        let time = StoreTime(microseconds: Int64(Date().timeIntervalSince1970 * 1e6)) + .seconds(20)
        let receipts = (0..<20_000).map { first.add(.wakes(at: time), to: AccountBloc.key("sleeper \($0)")) }
        for receipt in receipts { _ = try await receipt.committed }
        await first.close()
        figures.merge(try wakeInOther(store, at: time)) { $1 }
        return figures
    }

    /// Wakes what sleeps in a process of its own: what the blocs before have left in memory isn't theirs.
    private static func wakeInOther(_ store: String, at time: StoreTime) throws -> [String: Double] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["wake", store, "\(time.microseconds)"]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        return try JSONDecoder().decode([String: Double].self, from: data)
    }

    private static func wake(_ store: String, at time: StoreTime) async throws {
        let left = Double(time.microseconds) / 1e6 - Date().timeIntervalSince1970
        try await Task.sleep(for: .seconds(max(0, left) + 0.2))
        let before = memory()
        let start = ContinuousClock.now
        let host = try await host(store)
        while host.loaded.count < 20_000 { try await Task.sleep(for: .milliseconds(5)) }
        // The last one has handled its event, and so all have.
        let last = AccountBloc.key("sleeper 19999")
        while try await host.bloc(last).state.sum == 0 { try await Task.sleep(for: .milliseconds(5)) }
        let waking = (ContinuousClock.now - start) / .seconds(1)
        try show(["waking": waking, "memory before waking": before, "memory": memory()])
        await host.close()
    }

    private static func key(_ client: Int) -> BlocKey<AccountBloc> { AccountBloc.key("client \(client)") }

    /// The statements of the same transactions: one event in each, and one of each client in each.
    private static func bare(_ path: String) -> [String: Double] {
        let ledger = BareLedger(path)
        var times: [Duration] = []
        for sequence in 1...1_000 {
            let start = ContinuousClock.now
            ledger.commit(blocs: 1, sequence: sequence)
            times.append(ContinuousClock.now - start)
        }
        let other = BareLedger(path + ".many")
        let start = ContinuousClock.now
        for sequence in 1...500 { other.commit(blocs: clients, sequence: sequence) }
        return [
            "bare latency": times.sorted()[500] / .seconds(1),
            "bare events": Double(500 * clients) / ((ContinuousClock.now - start) / .seconds(1)),
        ]
    }

    /// The median time of a call, in seconds.
    private static func median(of count: Int, _ call: () async throws -> Void) async throws -> Double {
        var times: [Duration] = []
        for _ in 0..<count {
            let start = ContinuousClock.now
            try await call()
            times.append(ContinuousClock.now - start)
        }
        return times.sorted()[count / 2] / .seconds(1)
    }

    /// The calls a second of all clients, each of which waits for one before the next.
    private static func rate(of count: Int, _ call: @escaping @Sendable (Int) async throws -> Void) async throws
        -> Double
    {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<clients {
                group.addTask { for _ in 0..<count { try await call(client) } }
            }
            try await group.waitForAll()
        }
        return Double(count * clients) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// The resident memory of the process, in megabytes.
    private static func memory() -> Double {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        return (text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 4_096 / 1e6
    }
}
