/// A value of a row or a parameter, in a form that databases understand.
package enum StoreValue: Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

/// A type whose values can be parameters and columns.
package protocol Storable: Sendable {
    var stored: StoreValue { get }
    /// Reads a column; a column of another kind yields an empty or zero value.
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
    // Not a key path: in generic code each use would look it up.
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
/// Statements are limited to what SQLite and PostgreSQL have in common, with parameters like `?1`; they are prepared once.
package protocol StoreDatabase: AnyObject {
    /// The function that turns a JSON array of strings into a table with the column `value`; its parameter is the array.
    var list: String { get }
    /// The maximum number of blocs to read, and of events to commit, at once: many if each statement waits for a
    /// server, few to save memory.
    var page: Int { get }
    /// The suffix for a query whose rows other transactions must not change until this one ends.
    var locking: String { get }

    /// Creates missing tables, and refuses databases of other programs and of newer versions.
    func setUp(_ tables: [String], version: Int64) throws
    /// Returns the server's time, or `nil` if the time is that of this machine.
    func time() throws -> StoreTime?
    /// Runs `body` as ``StoreSession/transaction(takesTurn:_:)`` promises.
    func transaction(takesTurn: Bool, _ body: () throws -> Void) throws
    /// Runs a statement.
    func run(_ sql: String, _ parameters: [any Storable]) throws -> [StoreRow]
    /// Runs a statement that returns nothing, at the latest before the next statement with a result or before the commit.
    ///
    /// - Throws: ``TakenOver`` if it has to change one row of a bloc but didn't, at the latest when the transaction ends.
    func post(_ sql: String, _ parameters: [any Storable], changesOne: Bool) throws
    /// Makes all other hosts poll the store after the commit.
    func announce() throws
    /// Returns whether other hosts may have committed something since the last call, according to a notification.
    func hasNews() -> Bool
    /// Ends the connection.
    func close()
}

/// The defaults suit SQLite: all transactions exclude each other, and other processes poll for commits.
extension StoreDatabase {
    package var list: String { "json_each" }
    package var locking: String { "" }
    package var page: Int { 250 }
    package func time() throws -> StoreTime? { nil }
    package func announce() throws {}
    package func hasNews() -> Bool { true }

    package func post(_ sql: String, _ parameters: [any Storable]) throws {
        try post(sql, parameters, changesOne: false)
    }

    @discardableResult
    package func run(_ sql: String) throws -> [StoreRow] { try run(sql, []) }

    package func number(_ sql: String) throws -> Int64 { try run(sql).first?[0] ?? 0 }
}
