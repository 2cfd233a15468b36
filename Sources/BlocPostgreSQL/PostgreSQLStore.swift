#if PostgreSQL
public import Bloc
public import BlocDurable
import CPostgreSQL

extension DurableStore where Self == PostgreSQLStore {
    /// A store in a PostgreSQL database, which many processes and machines can share.
    public static func postgreSQL(_ url: String) -> PostgreSQLStore { PostgreSQLStore(url) }
}

/// A store in a PostgreSQL database, in its own schema.
public struct PostgreSQLStore: DurableStore {
    /// The clock.
    public let clock: BlocClock
    let creates: Bool
    var url: String
    let schema: String
    /// The time when the clock was at zero; `nil` if the server's clock is used.
    let start: StoreTime?

    /// Creates a store in a schema, which is created if it is missing; stores with different schemas can share a
    /// database.
    ///
    /// The address of the database is in libpq's format; missing parts come from the environment, such as `PGPASSWORD`.
    /// An example is `postgresql://orders@db.example.com/orders?sslmode=verify-full`. The clock for timers and leases
    /// is by default the server's.
    public init(_ url: String, schema: String = "bloc_durable", clock: BlocClock? = nil, creates: Bool = true) {
        self.creates = creates
        self.url = url
        self.schema = schema
        self.clock = clock ?? .continuous
        start = clock.map { .onWall - $0.now() }
    }

    /// Connects to the database.
    public func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> StoreSession {
        do {
            let database = try PostgreSQLDatabase(self, host: host, changed: changed)
            return try StoreSession(database: database, host: host, clock: clock, start: start ?? .onWall)
        } catch let failure as Connection.Failure {
            throw error(failure.message)
        }
    }

    func connect() throws -> Connection {
        guard parts != nil else {
            throw DurableError(
                .storeFailed,
                "The address of the store isn't a PostgreSQL address such as postgresql://USER@HOST/DATABASE."
            )
        }
        // Settings in the URL come later, so they win.
        let connection = try Connection([
            ("application_name", "bloc-durable"), ("connect_timeout", "5"), ("tcp_user_timeout", "20000"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("dbname", url), ("client_encoding", "UTF8"),
        ])
        for setting in [
            "SET search_path = \(identifier)", "SET client_min_messages = warning", "SET statement_timeout = '25s'",
            // The locks of a host whose machine is gone are released after this time.
            "SET idle_in_transaction_session_timeout = '15s'",
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
        ] {
            try connection.send(setting)
        }
        try connection.sync()
        return connection
    }

    // MARK: Names

    /// The schema as a quoted identifier.
    var identifier: String { "\"\(schema.replacing("\"", with: "\"\""))\"" }

    /// The name of the store in errors, without its password.
    var title: String {
        guard let parts else { return "postgresql" }
        let host = parts["host"].flatMap { $0.hasPrefix("/") ? nil : $0 } ?? ""
        return "postgresql://\(host)/\(parts["dbname"] ?? "")"
    }

    /// Returns an error of the server as a single line, without the password.
    func error(_ reason: String) -> DurableError {
        var reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        if let password = parts?["password"], !password.isEmpty {
            reason = reason.split(separator: password).joined(separator: "…")
        }
        return DurableError(.storeFailed, "“\(title)”: \(reason)\(reason.hasSuffix(".") ? "" : ".")")
    }

    /// The parts of the address; `nil` if it isn't a PostgreSQL address.
    private var parts: [String: String]? {
        guard let options = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var (parts, option) = ([String: String](), options)
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return parts
    }
}
#endif
