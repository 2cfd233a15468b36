/// The tables of the contact database, and the migrations from older versions.
package enum ContactSchema {
    /// The `application_id` of this program's databases: "CnTc".
    package static let applicationID: Int64 = 0x436E_5463

    package static let version: Int64 = 15

    /// The checksum of the newest version's schema (``SchemaCheck``), which a test prints.
    static let checksum: UInt64 = 0x6BEC_3BA2_B3EC_F2DE

    /// Creates an empty in-memory database with the tables of a version.
    static func sample(version: Int64 = version) throws -> SQLiteConnection {
        let sample = try SQLiteConnection(path: ":memory:", mode: .readWrite)
        try migrate(sample, to: version)
        return sample
    }

    /// Migrates an older or empty database.
    static func migrate(_ connection: SQLiteConnection, to version: Int64 = version) throws {
        let steps = migrations.filter { $0.version <= version }
        try SQLiteMigration.migrate(connection, applicationID: applicationID, steps: steps)
    }

    package static let migrations = [
        SQLiteMigration(1, sql: first),
        SQLiteMigration(2, sql: second),
        SQLiteMigration(3, sql: third),
        SQLiteMigration(4, sql: fourth),
        // Versions 5, 8 and 14 only changed derived values, which version 15 derives again.
        SQLiteMigration(5) { _ in },
        SQLiteMigration(6, sql: sixth),
        SQLiteMigration(7, liftPronouns),
        SQLiteMigration(8) { _ in },
        SQLiteMigration(9, sql: SyncSchema.tables),
        SQLiteMigration(10, sql: SyncSchema.groups),
        SQLiteMigration(11, sql: SyncSchema.removals),
        SQLiteMigration(12, sql: twelfth),
        SQLiteMigration(13, sql: thirteenth),
        SQLiteMigration(14) { _ in },
        SQLiteMigration(15) { connection in
            try connection.execute(fifteenth)
            try ContactSearchIndex(connection: connection).rebuild()
        },
    ]

    /// Version 1: contacts, sources and pages.
    ///
    /// `contact` contains the source's values, `contact_override` the local edits (`''` is a cleared field). The sort
    /// keys are derived from the values after local edits. `fetch` contains the stored pages by request.
    private static let first = """
        CREATE TABLE source (
            number INTEGER PRIMARY KEY,
            version TEXT NOT NULL,
            seed TEXT NOT NULL,
            nationalities TEXT NOT NULL,
            UNIQUE (version, seed, nationalities)
        ) STRICT;
        CREATE TABLE adopted_seed (
            version TEXT NOT NULL,
            nationalities TEXT NOT NULL,
            seed TEXT NOT NULL,
            PRIMARY KEY (version, nationalities)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE fetch (
            source INTEGER NOT NULL REFERENCES source (number),
            page INTEGER NOT NULL,
            results INTEGER NOT NULL,
            fetched_at INTEGER NOT NULL,
            people INTEGER NOT NULL,
            PRIMARY KEY (source, results, page)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE contact (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            source INTEGER REFERENCES source (number),
            page INTEGER,
            position INTEGER,
            title TEXT,
            first TEXT,
            last TEXT,
            gender TEXT,
            email TEXT,
            phone TEXT,
            cell TEXT,
            birthday TEXT,
            street TEXT,
            city TEXT,
            state TEXT,
            postcode TEXT,
            country TEXT,
            nationality TEXT,
            picture_large TEXT,
            picture_medium TEXT,
            picture_thumbnail TEXT,
            registered TEXT,
            sort_last TEXT NOT NULL,
            sort_first TEXT NOT NULL,
            sort_birthday TEXT NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX contact_by_last ON contact (sort_last, id);
        CREATE INDEX contact_by_first ON contact (sort_first, id);
        CREATE INDEX contact_by_birthday ON contact (sort_birthday, id);
        CREATE TABLE contact_override (
            contact INTEGER PRIMARY KEY REFERENCES contact (number) ON DELETE CASCADE,
            first TEXT,
            last TEXT,
            email TEXT,
            phone TEXT,
            updated_at INTEGER NOT NULL
        ) STRICT;
        """

    /// Version 2: validators for conditional requests, and the search index.
    ///
    /// The rows of `fetch` get a `stored_at` in the past, so that they don't cause conditional requests. The index is
    /// an external content table over the words in `contact`. ``ContactSearchIndex`` updates it, not triggers: with
    /// `trusted_schema` off, a trigger can't write to an FTS5 table.
    private static let second = """
        ALTER TABLE fetch ADD COLUMN stored_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE fetch ADD COLUMN validator TEXT;
        ALTER TABLE contact ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
        ALTER TABLE contact ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
        CREATE VIRTUAL TABLE contact_search USING fts5 (
            search_key, search_text, content = 'contact', content_rowid = 'number', prefix = '2 3',
            tokenize = 'unicode61 remove_diacritics 0', columnsize = 0, detail = full
        );
        """

    /// Version 3: local contacts, edits of any field, and the history of changes.
    ///
    /// The overrides of version 2 become cards, in which a cleared field (`''`) is `null`.
    /// `contact_local.card` contains the local edits as JSON: the fields that differ from the source's columns. A local
    /// contact has no `source` and no values in these columns; everything is in its card. `uid`, `favorite` and
    /// `contact_category` duplicate values of the card for indexing. A contact with `deleted_at` was removed here, and
    /// its row is kept so that the source doesn't restore it.
    /// A journal entry contains a contact's record before its step, and after it once it is undone; NULL is a contact
    /// that didn't exist.
    private static let third = """
        CREATE TABLE contact_local (
            contact INTEGER PRIMARY KEY REFERENCES contact (number) ON DELETE CASCADE,
            card TEXT NOT NULL
        ) STRICT;
        ALTER TABLE contact ADD COLUMN uid TEXT;
        ALTER TABLE contact ADD COLUMN favorite INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE contact ADD COLUMN deleted_at INTEGER;
        CREATE INDEX contact_by_uid ON contact (uid) WHERE uid IS NOT NULL;
        CREATE INDEX contact_by_favorite ON contact (favorite) WHERE favorite <> 0;
        CREATE TABLE contact_category (
            name_folded TEXT NOT NULL,
            contact INTEGER NOT NULL REFERENCES contact (number) ON DELETE CASCADE,
            PRIMARY KEY (name_folded, contact)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contact_category_by_contact ON contact_category (contact);
        CREATE TABLE journal (
            step INTEGER PRIMARY KEY,
            title TEXT NOT NULL,
            at INTEGER NOT NULL,
            undone INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE journal_entry (
            number INTEGER PRIMARY KEY,
            step INTEGER NOT NULL REFERENCES journal (step) ON DELETE CASCADE,
            contact TEXT NOT NULL,
            before TEXT,
            after TEXT
        ) STRICT;
        CREATE INDEX journal_entry_by_step ON journal_entry (step);
        CREATE TABLE stored_value (
            key TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            expires_at INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO contact_local (contact, card)
        SELECT contact, (SELECT json_group_object(name, json(value)) FROM (
            SELECT 'first' AS name, iif(first = '', 'null', json_quote(first)) AS value WHERE first IS NOT NULL
            UNION ALL SELECT 'last', iif(last = '', 'null', json_quote(last)) WHERE last IS NOT NULL
            UNION ALL SELECT 'phone', iif(phone = '', 'null', json_quote(phone)) WHERE phone IS NOT NULL
            UNION ALL SELECT 'emails', iif(email = '', '[]', json_array(json_object('value', email)))
            WHERE email IS NOT NULL
        )) FROM contact_override;
        DROP TABLE contact_override;
        """

    /// Version 4: columns that avoided reading rows; version 13 drops `initials` again.
    ///
    /// `has_derived` recorded whether a source may have people with derived identifiers (``ContactIdentity``); it stays
    /// 1, for older versions of the program.
    private static let fourth = """
        ALTER TABLE source ADD COLUMN has_derived INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE contact ADD COLUMN initials INTEGER NOT NULL DEFAULT -1;
        DROP INDEX contact_by_last;
        DROP INDEX contact_by_first;
        DROP INDEX contact_by_birthday;
        CREATE INDEX contact_by_last ON contact (sort_last, id, initials);
        CREATE INDEX contact_by_first ON contact (sort_first, id, initials);
        CREATE INDEX contact_by_birthday ON contact (sort_birthday, id, initials);
        """

    /// Version 6: smaller sort indexes, with a prefix of the identifier instead of all of it, until version 13.
    private static let sixth = """
        ALTER TABLE contact ADD COLUMN id_start TEXT NOT NULL DEFAULT '';
        DROP INDEX contact_by_last;
        DROP INDEX contact_by_first;
        DROP INDEX contact_by_birthday;
        CREATE INDEX contact_by_last ON contact (sort_last, id_start, initials);
        CREATE INDEX contact_by_first ON contact (sort_first, id_start, initials);
        CREATE INDEX contact_by_birthday ON contact (sort_birthday, id_start, initials);
        """

    /// Version 7: a field for pronouns, which cards and the history previously kept as a line.
    @Sendable private static func liftPronouns(_ connection: SQLiteConnection) throws {
        for (table, key, column) in [
            ("contact_local", "contact", "card"), ("journal_entry", "number", "before"),
            ("journal_entry", "number", "after"),
        ] {
            let select = "SELECT \(key), \(column) FROM \(table) WHERE instr(upper(\(column)), 'PRONOUNS') > 0"
            let rows = try connection.rows(select) { row in (key: row.integer(0), json: row.text(1) ?? "") }
            for (number, old) in rows {
                // Unreadable JSON is left for `doctor` to find.
                let new =
                    table == "contact_local"
                    ? try? ContactCard(json: old).liftingPronouns().json
                    : try? JournalRecord(json: old).liftingPronouns().json
                guard let new, new != old else { continue }
                try connection.run("UPDATE \(table) SET \(column) = ? WHERE \(key) = ?", new, number)
            }
        }
    }

    /// Version 12: the size of each history step in bytes, once it has been measured.
    ///
    /// From here on, a journal entry contains the difference between the two sides of its step (``JournalRecord``);
    /// older entries contain whole records.
    private static let twelfth = "ALTER TABLE journal ADD COLUMN size INTEGER"

    /// Version 13: searches planned by SQLite itself, with fewer derived columns.
    ///
    /// The search index also contains the names used for sorting, and each sort index contains whole identifiers, which
    /// order contacts with equal keys.
    private static let thirteenth = """
        DROP INDEX contact_by_last;
        DROP INDEX contact_by_first;
        DROP INDEX contact_by_birthday;
        ALTER TABLE contact DROP COLUMN initials;
        ALTER TABLE contact DROP COLUMN id_start;
        ALTER TABLE contact ADD COLUMN search_name TEXT
        AS (replace(replace(substr(sort_last, 2), '''', ''), '`', '')) VIRTUAL;
        CREATE INDEX contact_by_last ON contact (sort_last, id);
        CREATE INDEX contact_by_first ON contact (sort_first, id);
        CREATE INDEX contact_by_birthday ON contact (sort_birthday, id);
        CREATE INDEX contact_by_removal ON contact (deleted_at) WHERE deleted_at IS NOT NULL;
        """

    /// Version 15: parts of words (``ContactSearchIndex``), contacts that don't come from an API, the revisions of a
    /// contact, and notes on steps (``StepNote``).
    private static let fifteenth = """
        CREATE INDEX contact_own ON contact (number) WHERE source IS NULL;
        CREATE INDEX journal_entry_by_contact ON journal_entry (contact);
        ALTER TABLE journal ADD COLUMN note TEXT;
        """
}

/// A part of a database's schema that this program didn't create, and that must not run.
struct ForeignSchema: Error {
    /// The part, as the object of a sentence.
    let part: String
}

/// Compares a database's schema with the one that the migrations create.
///
/// SQLite would run another program's trigger, view or constraint as if it were ours. Tables with other names are
/// allowed, because replication programs add some; so are those of the search index, which `doctor` recreates.
struct SchemaCheck {
    let connection: SQLiteConnection
    let version: Int64

    /// A row of the schema; SQLite compares names ignoring case.
    private struct Part: Equatable {
        let type: String
        let name: String
        let table: String
        let sql: String

        init(_ row: SQLiteStatement) {
            (type, name) = (row.text(0)?.lowercased() ?? "", row.text(1)?.lowercased() ?? "")
            (table, sql) = (row.text(2)?.lowercased() ?? "", row.text(3) ?? "")
        }
    }

    private static let select = """
        SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL
        AND NOT (type = 'table' AND (name LIKE 'contact\\_search%' ESCAPE '\\' OR name = 'sqlite_stat1'))
        """

    /// Throws if the database has a part that isn't ours.
    func requireOwn() throws {
        // Comparing checksums takes microseconds; creating a schema to compare with takes some milliseconds.
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
                throw ForeignSchema(part: "the table “\(name)” with a different definition")
            case "table": continue
            case "index" where !tables.contains(part.table): continue
            default: throw ForeignSchema(part: "the \(DisplaySafeText.line(part.type, limit: 16)) “\(name)”")
            }
        }
    }

    private static func parts(of connection: SQLiteConnection) throws -> [Part] {
        try connection.rows(select, read: Part.init)
    }

    /// Returns the sum of the hashes (FNV-1a) of all parts, which doesn't depend on their order.
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
