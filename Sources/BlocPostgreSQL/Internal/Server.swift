#if PostgreSQL
import BlocDurable
import CPostgreSQL

/// The address of a database, and how it is named in errors: without its password.
struct Server: Sendable {
    let url: String
    let schema: String
    private let password: String?
    private let name: String?

    init(url: String, schema: String) {
        self.url = url
        self.schema = schema
        var parts: [String: String] = [:]
        let options = PQconninfoParse(url, nil)
        defer { PQconninfoFree(options) }
        var option = options
        while let current = option, let keyword = current.pointee.keyword {
            if let value = current.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
            option = current + 1
        }
        password = parts["password"]
        let host = parts["host"].flatMap { $0.hasPrefix("/") ? nil : $0 } ?? ""
        name = options.map { _ in "postgresql://\(host)/\(parts["dbname"] ?? "")" }
    }

    /// The schema as an identifier.
    var identifier: String {
        "\"" + schema.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// The store as errors name it.
    var title: String { name ?? "postgresql" }

    /// An error of the server, in one line.
    func error(_ reason: String) -> DurableError {
        var reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        if let password, !password.isEmpty { reason = reason.split(separator: password).joined(separator: "…") }
        return DurableError(.storeFailed, "“\(title)”: \(reason)\(reason.hasSuffix(".") ? "" : ".")")
    }

    func connect() throws -> Connection {
        guard name != nil else {
            throw DurableError(
                .storeFailed,
                "The address of the store isn't one of PostgreSQL: postgresql://USER@HOST/DATABASE."
            )
        }
        // What the URL says comes later, and so wins.
        let connection = try Connection([
            ("application_name", "bloc-durable"), ("connect_timeout", "5"), ("tcp_user_timeout", "20000"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("dbname", url), ("client_encoding", "UTF8"),
        ])
        for setting in [
            "SET search_path = \(identifier)", "SET client_min_messages = warning", "SET statement_timeout = '25s'",
            // A host whose machine is gone keeps its locks no longer than this.
            "SET idle_in_transaction_session_timeout = '15s'",
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
        ] {
            try connection.send(setting)
        }
        try connection.sync()
        return connection
    }
}
#endif
