#if PostgreSQL
import Bloc
import BlocTesting
@preconcurrency import Dispatch
import Foundation
import Primitives
import TestWatch
import Testing

@testable import BlocDurable
@testable import BlocPostgreSQL

/// A proxy in front of the server that cuts connections where a test wants it.
///
/// Unchecked, with this proof: what changes is locked.
final class CuttingProxy: @unchecked Sendable {
    enum Cut: CaseIterable {
        /// The server never gets the message.
        case before
        /// The server gets the message, and its answer is lost.
        case after
    }

    private struct Guarded {
        var pairs: [Int: (client: Int32, server: Int32)] = [:]
        var next = 0
    }

    private let folder = TemporaryFolder()
    private let target: String
    private let listener: Int32
    private let guarded = Lock(Guarded())
    /// Called for each statement that is executed, and where the client waits for answers.
    let rule = Lock<(@Sendable () -> Cut?)?>(nil)

    init() throws {
        target = CuttingProxy.part("host", of: try #require(DatabaseURL.value)) + "/.s.PGSQL.5432"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(Self.with(folder.path(".s.PGSQL.5432")) { bind(listener, $0, $1) } == 0)
        try #require(listen(listener, 64) == 0)
        DispatchQueue(label: "proxy").async { [listener, target, weak self] in
            while true {
                let client = accept(listener, nil, nil)
                if client < 0 { return }
                let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                guard let self, Self.with(target, { connect(server, $0, $1) }) == 0 else { return }
                self.join(client, server)
            }
        }
    }

    deinit {
        cutAll()
        // Ends `accept`.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// The address of the server through the proxy.
    var url: String { "postgresql:///postgres?host=\(folder.path)&user=postgres" }

    func cutAll() { for number in guarded.withLock({ Array($0.pairs.keys) }) { cut(number) } }

    static func part(_ name: String, of url: String) -> String {
        let parts = url.split(whereSeparator: { $0 == "?" || $0 == "&" })
        return parts.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
    }

    private static func with<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func join(_ client: Int32, _ server: Int32) {
        let number = guarded.withLock { guarded in
            guarded.next += 1
            guarded.pairs[guarded.next] = (client, server)
            return guarded.next
        }
        let forward = { @Sendable (from: Int32, to: Int32, bytes: ([UInt8]) -> Bool) in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(from, &buffer, buffer.count)
                guard count > 0, bytes(Array(buffer[..<count])) else { break }
            }
            shutdown(to, Int32(SHUT_RDWR))
        }
        DispatchQueue(label: "proxy.server").async {
            forward(server, client) { Self.write($0, to: client) }
        }
        DispatchQueue(label: "proxy.client").async { [weak self] in
            var messages = Messages()
            forward(client, server) { bytes in
                for (message, isStep) in messages.take(bytes) {
                    let cut = isStep ? self?.rule.withLock { $0 }?() : nil
                    if cut == .before { return false }
                    guard Self.write(message, to: server), cut == nil else { return false }
                }
                return true
            }
            self?.cut(number)
        }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func cut(_ number: Int) {
        guard let (client, server) = guarded.withLock({ $0.pairs.removeValue(forKey: number) }) else { return }
        for file in [client, server] { shutdown(file, Int32(SHUT_RDWR)) }
    }

    /// Takes the bytes that a client sends apart.
    private struct Messages {
        private var rest: [UInt8] = []
        private var hasStarted = false

        /// Returns whole messages, and whether each executes a statement or asks for answers.
        mutating func take(_ bytes: [UInt8]) -> [(bytes: [UInt8], isStep: Bool)] {
            rest += bytes
            var all: [([UInt8], Bool)] = []
            while true {
                // The first message has no type.
                let start = hasStarted ? 1 : 0
                guard rest.count >= start + 4 else { return all }
                let length = rest[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } + start
                guard rest.count >= length else { return all }
                let message = Array(rest[..<length])
                rest.removeFirst(length)
                all.append(
                    (message, hasStarted && (message[0] == UInt8(ascii: "E") || message[0] == UInt8(ascii: "S")))
                )
                hasStarted = true
            }
        }
    }
}

/// What only a server can do: lose connections, and refuse programs.
@Suite(.watched, .enabled(if: DatabaseURL.value != nil)) struct PostgreSQLTests {
    private let folder = TemporaryFolder()
    /// One for all hosts, so that they agree on the time.
    private let store: PostgreSQLStore

    init() {
        store = PostgreSQLStore(DatabaseURL.value ?? "", schema: folder.schema, clock: BlocClock(ManualClock()))
    }

    private func host(
        _ url: String,
        manager: BlocManager = BlocManager(),
        report: @escaping @Sendable (StoreKey?, any Error) -> Void = { Issue.record("\($1)") }
    ) async throws -> DurableHost {
        var store = store
        store.url = url
        return try await DurableHost(store: store, manager: manager, report: report) { host in
            host.register(CounterBloc.self) { CounterBloc($0) { job, work in work.add(.worked(job)) } }
            host.broadcast(Note.self)
        }
    }

    private var url: String { get throws { try #require(DatabaseURL.value) } }

    // MARK: Lost connections

    @Test(
        "D01 a connection that is cut at any statement loses and repeats nothing",
        arguments: CuttingProxy.Cut.allCases
    )
    func cutAnywhere(_ cut: CuttingProxy.Cut) async throws {
        let proxy = try CuttingProxy()
        let manager = BlocManager()
        let notes = manager.bloc(for: BlocKey("notes")) { NoteBloc() }
        let host = try await host(proxy.url, manager: manager)
        let (a, b) = (try await host.bloc(CounterBloc.key("a")), try await host.bloc(CounterBloc.key("b")))
        let (last, cuts) = (40, Log<String>())
        for number in 1...last {
            let count = Lock(0)
            proxy.rule.withLock {
                $0 = {
                    let isHere = count.withLock { count in
                        count += 1
                        return count == number
                    }
                    if isHere { cuts.append("cut") }
                    return isHere ? cut : nil
                }
            }
            manager.broadcast(Note(number: number))
            #expect(try await a.add(.send(number, to: "b")).committed.isHandled)
            #expect(
                try await host.add(.work("\(number)"), to: CounterBloc.key("a"), once: "job \(number)").committed
                    .isHandled
            )
            await a.state { $0.done.count == number }
        }
        await b.state { $0.received.count == last }
        await notes.state { $0.count == last }
        #expect(b.state.received == Array(1...last))
        #expect(a.state.done == (1...last).map(String.init))
        #expect(notes.state == Array(1...last))
        #expect(cuts.entries.count == last)
        let journal = try await host.journal(of: CounterBloc.key("a"))
        #expect(journal.indices.allSatisfy { journal[$0].sequence == $0 + 1 })
        await host.close()
    }

    @Test("D06 a host that has lost its connections catches up")
    func catchingUp() async throws {
        let proxy = try CuttingProxy()
        let (owner, other) = (try await host(proxy.url), try await host(url))
        let bloc = try await owner.bloc(CounterBloc.key("a"))
        for number in 1...5 {
            proxy.cutAll()
            #expect(try await other.add(.add(number), to: CounterBloc.key("a")).committed.isHandled)
        }
        await bloc.state { $0.received == Array(1...5) }
        await owner.close()
        await other.close()
    }

    @Test("hosts that add to the same blocs at once lose and repeat nothing")
    func concurrentHosts() async throws {
        var hosts: [DurableHost] = []
        for _ in 1...3 { hosts.append(try await host(url)) }
        let receipts = (0..<300).map { number in
            hosts[number % 3].add(.send(number, to: "\(number % 7)"), to: CounterBloc.key("from \(number % 5)"))
        }
        for receipt in receipts { #expect(try await receipt.committed.isHandled) }
        let session = try store.open(as: "test") {}
        var received: [Int] = []
        while received.count < 300 {
            await Task.yield()
            received = []
            try session.transaction {
                for id in 0..<7 {
                    let row = try session.blocs(type: "CounterBloc", id: "\(id)", after: nil, limit: 1).first
                    let state = try row?.state.map { try JSONCoder.stored.decode(CounterBloc.State.self, from: $0) }
                    received += state?.received ?? []
                }
            }
        }
        #expect(received.sorted() == Array(0..<300))
        for host in hosts { await host.close() }
        session.close()
    }

    @Test("a transaction that waits for its turn doesn't hold a bloc", .timeLimit(.minutes(1)))
    func turnBeforeRows() throws {
        // The server itself would end a deadlock after a second.
        let url = try url + "&options=-c%20deadlock_timeout%3D1h&application_name=\(folder.schema)"
        let (first, second) = (
            try PostgreSQLStore(url, schema: folder.schema).open(as: "first") {},
            try PostgreSQLStore(url, schema: folder.schema).open(as: "second") {}
        )
        let watch = try PostgreSQLStore(self.url, schema: folder.schema).connect()
        let key = StoreKey(type: "CounterBloc", id: "a")
        let message = Message(key: key, version: 1, event: [], request: "r")
        var hold = Hold()
        try first.transaction(takesTurn: true) {
            guard case .owned(let bloc) = try first.claim(key) else { return }
            hold = bloc.hold
        }
        let claimed = DispatchSemaphore(value: 0)
        var tries = 0
        try first.transaction(takesTurn: true) {
            tries += 1
            try first.record([], for: StepKey(entry: "e", step: "s"), hold)
            _ = try first.isCurrent(hold)
            DispatchQueue.global().async {
                // The first has no lease, so this one may have the bloc.
                try? second.transaction(takesTurn: true) { _ = try second.claim(key) }
                claimed.signal()
            }
            let waits = "SELECT 1 FROM pg_stat_activity WHERE application_name = ?1 AND wait_event_type = 'Lock'"
            while try watch.query(waits, [folder.schema]).isEmpty { sched_yield() }
            try first.send(message)
        }
        claimed.wait()
        #expect(tries == 1)
        var isMine = true
        try first.transaction { isMine = try first.isCurrent(hold) }
        #expect(!isMine)
        first.close()
        second.close()
    }

    // MARK: Bad input

    private func error(_ url: String) -> DurableError? {
        #expect(throws: DurableError.self) { try PostgreSQLStore(url, schema: folder.schema).open(as: "test") {} }
    }

    private func run(_ sql: String) throws {
        _ = try PostgreSQLStore(url, schema: folder.schema).connect().query(sql)
    }

    @Test("a wrong password and missing rights are errors that don't show the password")
    func roles() throws {
        let (role, socket) = (folder.schema, CuttingProxy.part("host", of: try url))
        try run("CREATE ROLE \(role) LOGIN PASSWORD 'right-secret'")
        let wrong = try #require(error("postgresql:///postgres?host=\(socket)&user=\(role)&password=wrong-secret"))
        #expect(wrong.code == .storeFailed)
        #expect(wrong.message.contains("password authentication failed for user"))
        #expect(!wrong.message.contains("secret"))
        #expect(!wrong.message.contains("\n"))
        let weak = try #require(error("postgresql:///postgres?host=\(socket)&user=\(role)&password=right-secret"))
        #expect(weak.message == "“postgresql:///postgres”: permission denied for database postgres.")
        let unreachable = try #require(error("postgresql://me:secret@/x?host=/nonexistent"))
        #expect(unreachable.message.contains("/nonexistent") && !unreachable.message.contains("secret"))
        let malformed = try #require(error("postgresql://me:secret@host:port:1/x?nonsense"))
        #expect(!malformed.message.contains("secret"))
    }

    @Test("a schema of another program, newer tables and a database that can only be read are refused")
    func refusals() throws {
        try run("CREATE SCHEMA \(folder.schema)")
        try run("CREATE TABLE \(folder.schema).contact (name text)")
        #expect(try error(url)?.code == .foreignStore)
        try run("DROP TABLE \(folder.schema).contact")
        #expect(
            try error(url + "&options=-cdefault_transaction_read_only%3Don")?.message.contains("is read-only")
                == true
        )
        try PostgreSQLStore(url, schema: folder.schema).open(as: "test") {}.close()
        try run("UPDATE \(folder.schema).bloc_store SET version = 99")
        let newer = try #require(try error(url))
        #expect(newer.code == .newerVersion)
        #expect(newer.message.contains("version 99"))
    }

    @Test("many hosts can create the same store at once")
    func creating() async throws {
        let (url, schema) = (try url, folder.schema)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...6 {
                group.addTask { try PostgreSQLStore(url, schema: schema).open(as: "\(number)") {}.close() }
            }
            try await group.waitForAll()
        }
    }
}
#endif
