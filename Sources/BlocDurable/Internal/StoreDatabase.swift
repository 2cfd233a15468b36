/// A value of a row or a parameter.
package enum StoreValue: Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    package init(_ value: Int64?) { self = value.map(StoreValue.integer) ?? .null }
    package init(_ value: String?) { self = value.map(StoreValue.text) ?? .null }
    package init(_ value: [UInt8]?) { self = value.map(StoreValue.blob) ?? .null }
}

/// A row that a statement returned.
package struct StoreRow: Sendable {
    let values: [StoreValue]

    package init(values: [StoreValue]) {
        self.values = values
    }

    package func integer(_ column: Int) -> Int64? {
        if case .integer(let value) = values[column] { value } else { nil }
    }
    package func text(_ column: Int) -> String? { if case .text(let value) = values[column] { value } else { nil } }
    package func bytes(_ column: Int) -> [UInt8]? { if case .blob(let value) = values[column] { value } else { nil } }
}

/// A host's connection to an SQL database, used by one thread at a time.
///
/// Statements are those that SQLite and PostgreSQL have in common, with parameters as `?` or `?1`; they are prepared once.
package protocol StoreDatabase: AnyObject {
    /// The function that makes a JSON array of strings a table with the column `value`; its parameter is the array.
    var list: String { get }
    /// Ends a query whose rows no other transaction may change until the end of this one.
    var locking: String { get }

    /// Creates the tables that are missing and refuses those of other programs and of newer versions.
    func setUp(_ tables: [String], version: Int64) throws
    /// The server's time; `nil` if the time is that of this machine.
    func time() throws -> StoreTime?
    /// Runs `body` as one transaction: when this returns, all of it is on disk; when it throws, none of it.
    ///
    /// `body` may run several times, of which the last one counts.
    func transaction(_ body: () throws -> Void) throws
    /// Runs a statement.
    func run(_ sql: String, _ parameters: [StoreValue]) throws -> [StoreRow]
    /// Runs a statement that returns nothing, at the latest before the next one that does or before the commit.
    func post(_ sql: String, _ parameters: [StoreValue]) throws
    /// Runs a statement that changes one row or none.
    ///
    /// - Returns: Whether it has changed one. A database may expect that, and run the transaction again if it was wrong.
    func change(_ sql: String, _ parameters: [StoreValue]) throws -> Bool
    /// Excludes the transactions of all hosts that call this, until the end of this one: what they number is in the order of
    /// their commits, and none of them sees half of what another one does.
    func takeTurn() throws
    /// Has all other hosts look at the store after the commit.
    func announce() throws
    /// Ends the connection.
    func close()
}

extension StoreDatabase {
    @discardableResult
    func run(_ sql: String, _ parameters: StoreValue...) throws -> [StoreRow] { try run(sql, parameters) }
    func post(_ sql: String, _ parameters: StoreValue...) throws { try post(sql, parameters) }
    func change(_ sql: String, _ parameters: StoreValue...) throws -> Bool { try change(sql, parameters) }
}
