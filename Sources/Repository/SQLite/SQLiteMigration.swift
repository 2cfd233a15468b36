/// A numbered step from one form of the database to the next; its number is `user_version` after it.
package struct SQLiteMigration: Sendable {
    /// The version that the step makes.
    package let version: Int64
    private let body: @Sendable (SQLiteConnection) throws -> Void

    package init(_ version: Int64, _ body: @escaping @Sendable (SQLiteConnection) throws -> Void) {
        self.version = version
        self.body = body
    }

    package init(_ version: Int64, sql: String) {
        self.init(version) { try $0.execute(sql) }
    }

    /// Takes the database through the steps that it has not taken, all or none.
    ///
    /// Another process may do the same at this moment: the second one waits for the first and finds nothing left to do.
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
