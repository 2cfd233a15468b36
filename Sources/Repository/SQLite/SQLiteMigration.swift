/// A migration of the database to a version, which is its `user_version` afterwards.
package struct SQLiteMigration: Sendable {
    /// The version after the migration.
    package let version: Int64
    private let body: @Sendable (SQLiteConnection) throws -> Void

    package init(_ version: Int64, _ body: @escaping @Sendable (SQLiteConnection) throws -> Void) {
        self.version = version
        self.body = body
    }

    package init(_ version: Int64, sql: String) {
        self.init(version) { try $0.execute(sql) }
    }

    /// Runs the migrations that the database has not had, in one transaction.
    ///
    /// If another process does the same, the second one waits for the first and then finds nothing left to do.
    package static func migrate(_ connection: SQLiteConnection, applicationID: Int64, steps: [Self]) throws {
        try connection.write {
            let version = try connection.integer("PRAGMA user_version")
            for step in steps where step.version > version {
                try step.body(connection)
                try connection.execute("PRAGMA user_version = \(step.version)")
            }
            try connection.execute("PRAGMA application_id = \(applicationID)")
        }
    }
}
