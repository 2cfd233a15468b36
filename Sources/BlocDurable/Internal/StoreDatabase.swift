/// A value of a row or a parameter, as databases know it.
package enum StoreValue: Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

/// A type whose values can be parameters and columns.
package protocol Storable: Sendable {
    var stored: StoreValue { get }
    /// Reads a column; one of another kind is empty or zero.
    init(stored: StoreValue)
}

extension Storable where Self: FixedWidthInteger {
    package var stored: StoreValue { .integer(Int64(self)) }
    package init(stored: StoreValue) { if case .integer(let value) = stored { self = Self(value) } else { self = 0 } }
}

extension Int: Storable {}
extension Int64: Storable {}

extension Bool: Storable {
    package var stored: StoreValue { .integer(self ? 1 : 0) }
    package init(stored: StoreValue) { self = Int64(stored: stored) == 1 }
}

extension String: Storable {
    package var stored: StoreValue { .text(self) }
    package init(stored: StoreValue) { if case .text(let value) = stored { self = value } else { self = "" } }
}

extension [UInt8]: Storable {
    package var stored: StoreValue { .blob(self) }
    package init(stored: StoreValue) { if case .blob(let value) = stored { self = value } else { self = [] } }
}

extension StoreTime: Storable {
    package var stored: StoreValue { .integer(microseconds) }
    package init(stored: StoreValue) { self.init(microseconds: Int64(stored: stored)) }
}

extension Optional: Storable where Wrapped: Storable {
    // No key path: in generic code each use of one looks it up.
    package var stored: StoreValue { map { $0.stored } ?? .null }
    package init(stored: StoreValue) { if case .null = stored { self = nil } else { self = Wrapped(stored: stored) } }
}

/// A row that a statement returned.
package struct StoreRow: Sendable {
    let values: [StoreValue]

    package init(_ values: [StoreValue]) {
        self.values = values
    }

    package subscript<Value: Storable>(_ column: Int) -> Value { Value(stored: values[column]) }
}

/// A host's connection to an SQL database, used by one thread at a time.
///
/// Statements are those that SQLite and PostgreSQL have in common, with parameters as `?1`; they are prepared once.
package protocol StoreDatabase: AnyObject {
    /// The function that makes a JSON array of strings a table with the column `value`; its parameter is the array.
    var list: String { get }
    /// The most blocs that are read, and the most events that are committed, at once: many where each statement waits for a server,
    /// few for less memory.
    var page: Int { get }
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
    func run(_ sql: String, _ parameters: [any Storable]) throws -> [StoreRow]
    /// Runs a statement that returns nothing, at the latest before the next one that does or before the commit.
    ///
    /// - Throws: ``TakenOver`` if it has to change one row of a bloc and hasn't, at the latest when the transaction ends.
    func post(_ sql: String, _ parameters: [any Storable], changesOne: Bool) throws
    /// Excludes the transactions of all hosts that call this, until the end of this one: what they number is in the order of
    /// their commits, and none of them sees half of what another one does.
    func takeTurn() throws
    /// Has all other hosts look at the store after the commit.
    func announce() throws
    /// Whether other hosts may have committed something since the last call, which a notification said.
    func hasNews() -> Bool
    /// Ends the connection.
    func close()
}

/// By default a database is one of SQLite: all transactions exclude each other, and other processes look for commits.
extension StoreDatabase {
    package var list: String { "json_each" }
    package var locking: String { "" }
    package var page: Int { 250 }
    package func time() throws -> StoreTime? { nil }
    package func takeTurn() throws {}
    package func announce() throws {}
    package func hasNews() -> Bool { true }

    package func post(_ sql: String, _ parameters: [any Storable]) throws {
        try post(sql, parameters, changesOne: false)
    }

    @discardableResult
    package func run(_ sql: String) throws -> [StoreRow] { try run(sql, []) }
}
