/// A part of the schema of a database that this program did not make, and that must not run.
struct ForeignSchema: Error {
    /// The part, as the object of a sentence.
    let part: String
}

extension RepositoryError {
    init(_ foreign: ForeignSchema, path: String) {
        self.init(
            .unreadableDatabase,
            "The database “\(path)” has \(foreign.part), which this program did not make, so it is not used. Run contacts "
                + "doctor --fix, which saves what can be read in a new database and keeps this one."
        )
    }
}

/// Compares the schema of a database with the one that the migrations make.
///
/// SQLite runs a trigger, a view or a constraint of another program as if it were ours. Tables of other names are left
/// alone, as programs that replicate databases have some; so are those of the search index, which `doctor` makes again.
struct SchemaCheck {
    let connection: SQLiteConnection
    let version: Int64

    /// A row of the schema; SQLite compares names without case.
    private struct Part: Equatable {
        let type: String
        let name: String
        let table: String
        let sql: String

        init(_ row: borrowing SQLiteStatement) {
            (type, name) = (row.text(0)?.lowercased() ?? "", row.text(1)?.lowercased() ?? "")
            (table, sql) = (row.text(2)?.lowercased() ?? "", row.text(3) ?? "")
        }
    }

    private static let select = """
        SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL
        AND NOT (type = 'table' AND (name LIKE 'contact\\_search%' ESCAPE '\\' OR name = 'sqlite_stat1'))
        """

    /// Throws when the database has a part that is not ours.
    func requireOwn() throws {
        // Comparing sums takes microseconds, making a schema to compare with some milliseconds.
        if version == ContactSchema.version, try checksum() == ContactSchema.checksum { return }
        let found = try Self.parts(of: connection)
        if version < 1 {
            if !found.isEmpty { throw ForeignSchema(part: "tables, but the format \(version)") }
            return
        }
        let own = try Self.parts(of: ContactSchema.sample(version: version))
        let tables = Set(own.filter { $0.type == "table" }.map(\.name) + ["contact_search"])
        for part in found where !own.contains(part) {
            let name = DisplaySafeText.line(part.name, limit: 64)
            switch part.type {
            case "table" where tables.contains(part.name):
                throw ForeignSchema(part: "the table “\(name)” with another definition")
            case "table": continue
            case "index" where !tables.contains(part.table): continue
            default: throw ForeignSchema(part: "the \(DisplaySafeText.line(part.type, limit: 16)) “\(name)”")
            }
        }
    }

    private static func parts(of connection: SQLiteConnection) throws -> [Part] {
        try connection.rows(select) { row in Part(row) }
    }

    /// The sum of the hashes (FNV-1a) of all parts, which does not depend on their order.
    func checksum() throws -> UInt64 {
        try connection.withStatement(Self.select) { row in
            var sum: UInt64 = 0
            while try row.step() {
                var hash: UInt64 = 0xCBF2_9CE4_8422_2325
                for column in 0..<4 as Range<Int32> {
                    row.withBytes(column) { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
                    hash = (hash ^ 0xFF) &* 0x100_0000_01B3
                }
                sum &+= hash
            }
            return sum
        }
    }
}
