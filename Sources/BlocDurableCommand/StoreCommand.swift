import BlocDurable
import BlocInspector
import Primitives

#if PostgreSQL
import BlocPostgreSQL
#endif

/// `bloc-durable`: lets an operator inspect a store, and retry or drop parked items, while its hosts are running.
@main
struct StoreCommand {
    static let usage = """
        usage: bloc-durable list STORE [TYPE]
               bloc-durable show STORE TYPE/ID
               bloc-durable journal STORE TYPE/ID [--json]
               bloc-durable retry STORE TYPE/ID NAME
               bloc-durable drop STORE TYPE/ID NAME

        STORE is the file of a SQLite store, or the address of a PostgreSQL database:
        postgresql://USER@HOST/DATABASE, in a program that was built with the trait
        PostgreSQL; --schema=NAME names its schema if that is not bloc_durable.

        list prints the blocs and what is parked; show prints a state and what is parked
        for it; journal prints its events, with --json as a recording that
        `contacts replay FILE --inspect` shows. retry lets parked work, a parked message
        or a parked bloc (its NAME is bloc) continue; drop gives it up: work doesn't run
        again until its state is entered again; a message or a bloc is removed.
        """

    /// The function that prints a line of results.
    var say: (String) -> Void = { print($0) }
    /// The function that prints an error.
    var complain: (String) -> Void = { text in
        let line = Array("bloc-durable: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    static func main() {
        exit(StoreCommand().run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs a command line without the program's name.
    ///
    /// - Returns: The exit status: 0, 1 for an error or for something that doesn't exist, 64 for wrong arguments.
    func run(_ arguments: [String]) -> Int32 {
        let option = "--schema="
        let schema = arguments.last { $0.hasPrefix(option) }.map { String($0.dropFirst(option.count)) }
        let words = arguments.filter { !$0.hasPrefix(option) }
        let (name, operands) = (words.first ?? "", Array(words.dropFirst()))
        if ["-h", "--help", "help"].contains(name) {
            say(Self.usage)
            return 0
        }
        let counts = ["list": 1...2, "show": 2...2, "journal": 2...3, "retry": 3...3, "drop": 3...3]
        guard counts[name]?.contains(operands.count) == true else {
            complain(counts[name] == nil && !name.isEmpty ? "Unknown command “\(name)”.\n\(Self.usage)" : Self.usage)
            return 64
        }
        do {
            let session = try open(operands[0], schema)
            defer { session.close() }
            try session.transaction(takesTurn: ["retry", "drop"].contains(name)) {
                try perform(name, Array(operands.dropFirst()), in: session)
            }
            return 0
        } catch {
            complain("\(error)")
            return error is WrongArgument ? 64 : 1
        }
    }

    private struct WrongArgument: Error, CustomStringConvertible {
        let description: String
    }

    private func open(_ store: String, _ schema: String?) throws -> StoreSession {
        guard store.hasPrefix("postgres://") || store.hasPrefix("postgresql://") else {
            return try SQLiteStore(store, creates: false).open(as: "bloc-durable") {}
        }
        #if PostgreSQL
        let opened = schema.map { PostgreSQLStore(store, schema: $0, creates: false) }
        return try (opened ?? PostgreSQLStore(store, creates: false)).open(as: "bloc-durable") {}
        #else
        throw DurableError(.storeFailed, "PostgreSQL needs its trait: swift run --traits PostgreSQL bloc-durable …")
        #endif
    }

    private func perform(_ name: String, _ operands: [String], in session: StoreSession) throws {
        if name == "list" { return try list(operands.first, in: session) }
        let parts = operands[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw WrongArgument(description: "“\(operands[0])” isn't of the form TYPE/ID, such as OrderBloc/4711.")
        }
        let key = StoreKey(type: String(parts[0]), id: String(parts[1]))
        switch name {
        case "show": try show(key, in: session)
        case "journal":
            guard operands.count == 1 || operands[1] == "--json" else {
                throw WrongArgument(description: "Unknown option “\(operands[1])”. journal takes --json.")
            }
            try journal(key, isJSON: operands.count > 1, in: session)
        default:
            let isDone = try name == "retry" ? session.retry(key, operands[1]) : session.drop(key, operands[1])
            guard isDone else {
                throw DurableError(.failed, "“\(key)” has nothing parked named “\(operands[1])”.")
            }
            say("\(name == "retry" ? "Resumed" : "Given up"): \(operands[1]) of \(key)")
        }
    }

    private func list(_ type: String?, in session: StoreSession) throws {
        let parked = try Dictionary(grouping: session.parked(nil), by: \.key)
        var last: StoreKey?
        repeat {
            let page = try session.blocs(type: type, id: nil, after: last, limit: 1_000)
            for bloc in page { say(line(of: bloc, parked[bloc.key] ?? [])) }
            last = page.last?.key
        } while last != nil
    }

    /// Returns the bloc's key, number of events, owner, next wake-up and parked items.
    private func line(of bloc: StoredBloc, _ parked: [ParkedItem]) -> String {
        var parts = [bloc.key.description, "\(bloc.sequence) events", bloc.owner.map { "at \($0)" } ?? "asleep"]
        if let wake = bloc.wake { parts.append("wakes \(Self.text(wake))") }
        parts += parked.map { "\($0.isDropped ? "given up" : "parked") \($0.name): \($0.error)" }
        return parts.joined(separator: "\t")
    }

    private func show(_ key: StoreKey, in session: StoreSession) throws {
        let parked = try session.parked(key)
        let bloc = try bloc(key, in: session)
        guard bloc != nil || !parked.isEmpty else { throw missing(key) }
        if let bloc {
            say(line(of: bloc, []))
            say("version \(bloc.version)")
            say(String(decoding: bloc.state ?? [], as: UTF8.self))
        }
        for item in parked {
            say("\(item.isDropped ? "given up" : "parked") \(item.name) since \(Self.text(item.time)): \(item.error)")
        }
    }

    private func journal(_ key: StoreKey, isJSON: Bool, in session: StoreSession) throws {
        guard try bloc(key, in: session) != nil else { throw missing(key) }
        let entries = try session.journal(key)
        if isJSON {
            let lines = try entries.map { entry in
                try RecordingLine(
                    sequence: UInt64(entry.sequence),
                    time: Date(timeIntervalSince1970: Double(entry.time.microseconds / 1_000) / 1_000),
                    bloc: key.description,
                    outcome: .handled,
                    event: JSONDecoder().decode(JSONValue.self, from: Data(entry.event)),
                    state: JSONDecoder().decode(JSONValue.self, from: Data(entry.state))
                )
            }
            for line in Recording(lines: lines).shown() { say(String(decoding: line, as: UTF8.self)) }
            return
        }
        for entry in entries {
            let values = [entry.event, entry.state].map { String(decoding: $0, as: UTF8.self) }
            say((["\(entry.sequence)", Self.text(entry.time), entry.cause ?? "-"] + values).joined(separator: "\t"))
        }
    }

    private func bloc(_ key: StoreKey, in session: StoreSession) throws -> StoredBloc? {
        try session.blocs(type: key.type, id: key.id, after: nil, limit: 1).first
    }

    private func missing(_ key: StoreKey) -> DurableError { DurableError(.failed, "There is no bloc “\(key)”.") }

    private static func text(_ time: StoreTime) -> String {
        Date(timeIntervalSince1970: Double(time.microseconds) / 1_000_000).formatted(.iso8601)
    }
}
