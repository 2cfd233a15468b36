#if PostgreSQL
public import Bloc
public import BlocDurable

extension DurableStore where Self == PostgreSQLStore {
    /// A store in a PostgreSQL database, which many processes and machines can share.
    public static func postgreSQL(_ url: String) -> PostgreSQLStore { PostgreSQLStore(url) }
}

/// A store in a PostgreSQL database, in a schema of its own.
public struct PostgreSQLStore: DurableStore {
    /// The clock.
    public let clock: BlocClock
    /// Whether a missing schema is created.
    public let creates: Bool
    var server: Server
    /// The time when the clock was at zero, unless the server's clock counts.
    private let start: StoreTime?

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - url: The address of the database, such as `postgresql://orders@db.example.com/orders?sslmode=verify-full`, as libpq takes it.
    ///     What it leaves out comes from the environment, such as `PGPASSWORD`.
    ///   - schema: The schema, which is created if it is missing; stores with schemas of their own can share a database.
    ///   - clock: The clock of timers and leases; by default that of the server.
    ///   - creates: Whether a missing schema is created.
    public init(_ url: String, schema: String = "bloc_durable", clock: BlocClock? = nil, creates: Bool = true) {
        self.creates = creates
        server = Server(url: url, schema: schema)
        self.clock = clock ?? .continuous
        start = clock.map { .onWall - $0.now() }
    }

    /// Connects to the database.
    public func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> StoreSession {
        do {
            let database = try PostgreSQLDatabase(server, host: host, hasClock: start == nil, creates: creates)
            let session = StoreSession(database: database, host: host, clock: clock, start: start ?? .onWall)
            try session.setUp()
            database.listener = try Listener(server, host: host, changed: changed)
            return session
        } catch let lost as Connection.Lost {
            throw server.error(lost.reason)
        } catch let failure as Connection.Failure {
            throw server.error(failure.message)
        }
    }
}
#endif
