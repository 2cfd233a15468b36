import Bloc
import BlocDurable
import BlocPostgreSQL
import Foundation

/// Games that several processes play through one database.
struct Lobby {
    static let processes = 3
    static let halls = 20

    let url: String
    let schema: String
    let games: Int

    private var store: PostgreSQLStore { PostgreSQLStore(url, schema: schema) }

    private static let lease = Duration.seconds(2)

    /// Opens the games of one process, and plays the ones it owns until the process or the demo is killed.
    func work(_ process: Int) async throws {
        let parent = getppid()
        Task {
            while getppid() == parent { try await Task.sleep(for: .seconds(1)) }
            exit(1)
        }
        var options = DurableHost.Options()
        options.lease = Self.lease
        options.idle = .seconds(1)
        let report: @Sendable (StoreKey?, any Error) -> Void = { key, error in
            print("\(key?.description ?? "store"): \(error)")
        }
        let host = try await DurableHost(store: store, options: options, report: report) { host in
            host.register(GameBloc.self) { GameBloc($0) }
            host.register(HallBloc.self) { HallBloc($0) }
        }
        let numbers = Array(stride(from: process, to: games, by: Self.processes))
        for start in stride(from: 0, to: numbers.count, by: 500) {
            let receipts = numbers[start..<min(start + 500, numbers.count)].map { number in
                // A restarted process doesn't open a game twice.
                host.add(.opened(hall: number % Self.halls), to: GameBloc.key(number), once: "open")
            }
            for receipt in receipts { _ = try await receipt.committed }
        }
        try await Task.sleep(for: .seconds(86_400))
    }

    /// Starts the processes, kills one while it plays, restarts it, pauses another one for longer than its lease, and
    /// waits until all games have ended.
    ///
    /// - Returns: Whether every game was played to its end, and counted once.
    func run(program: String) async throws -> Bool {
        let session = try store.open(as: "lobby") {}
        defer { session.close() }
        var running = try (0..<Self.processes).map { try start($0, program) }
        defer { for process in running { kill(process.processIdentifier, SIGKILL) } }
        print("\(games) games, \(Self.processes) processes")
        var (killed, paused) = (false, false)
        while true {
            try await Task.sleep(for: .milliseconds(300))
            let (opened, over, counted, owners) = try status(session)
            if !killed, over > games / 4 {
                killed = true
                kill(running[0].processIdentifier, SIGKILL)
                running[0].waitUntilExit()
                print(
                    "\(opened) opened, \(over) played to their end; one process killed, which had some of \(owners) owners"
                )
                running[0] = try start(0, program)
            }
            if !paused, over > games / 2 {
                paused = true
                kill(running[1].processIdentifier, SIGSTOP)
                try await Task.sleep(for: Self.lease * 2)
                kill(running[1].processIdentifier, SIGCONT)
                print("another one paused for \(Self.lease * 2)")
            }
            if over == games, counted == games { break }
        }
        let (opened, over, counted, _) = try status(session)
        print("\(games) games: opened \(opened), played \(over), counted \(counted)")
        return opened == games && over == games && counted == games && killed && paused
    }

    private func start(_ number: Int, _ program: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["work", schema, "\(games)", "\(number)"]
        try process.run()
        return process
    }

    /// Returns the numbers of opened games, finished games, counted games, and hosts that own blocs.
    private func status(_ session: StoreSession) throws -> (opened: Int, over: Int, counted: Int, owners: Int) {
        var (opened, over, counted, owners) = (0, 0, 0, Set<String>())
        let decoder = JSONDecoder()
        try session.transaction {
            (opened, over, counted, owners) = (0, 0, 0, [])
            var last: StoreKey?
            repeat {
                let page = try session.blocs(type: nil, id: nil, after: last, limit: 5_000)
                for bloc in page {
                    if let owner = bloc.owner { owners.insert(owner) }
                    guard let bytes = bloc.state else { continue }
                    if bloc.key.type == HallBloc.durableName {
                        counted += try decoder.decode(HallBloc.State.self, from: Data(bytes)).ended
                    } else {
                        let game = try decoder.decode(GameBloc.State.self, from: Data(bytes))
                        opened += 1
                        if game.turns == Array(1...GameBloc.State.turns) { over += 1 }
                    }
                }
                last = page.last?.key
            } while last != nil
        }
        return (opened, over, counted, owners.count)
    }
}
