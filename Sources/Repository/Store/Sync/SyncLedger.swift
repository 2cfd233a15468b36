package import Primitives

/// A store that keeps, besides its contacts, a ledger of the last state that it shared with another source of cards.
package protocol SyncStore: Sendable {
    /// Runs `body` in one write transaction: all of it takes effect, or nothing.
    func synchronize<Result: Sendable>(
        at time: Date,
        _ body: @Sendable (SyncTransaction) throws -> Result
    ) async throws -> Result
}

extension SQLiteContactDAO: SyncStore {
    package func hasLedger() throws -> Bool {
        try database.reading { try $0.integer("SELECT count(*) FROM sync_partner") > 0 } ?? false
    }

    /// Returns the cards that the last synchronization set aside, with the reasons.
    package func cardsApart() throws -> [(name: String, reason: String)] {
        let sql = "SELECT coalesce(name, href, ''), apart FROM sync_item WHERE apart IS NOT NULL ORDER BY href"
        return try database.reading { connection in
            try connection.rows(sql) { row in (row.text(0) ?? "", row.text(1) ?? "") }
        } ?? []
    }

    /// Returns the versions that lost in conflicts, the last first, each with the time of the conflict.
    package func losers(limit: Int) throws -> [(date: Date, loser: SyncLoser)] {
        let sql = "SELECT at, contact, name, card FROM sync_loser ORDER BY number DESC LIMIT ?"
        return try database.reading { connection in
            try connection.rows(sql, [limit]) { row in
                let id = ContactID(rawValue: row.text(1) ?? "")
                let loser = SyncLoser(contact: id, name: row.text(2) ?? "", card: row.blob(3) ?? [])
                return (Date(milliseconds: row.integer(0)), loser)
            }
        } ?? []
    }

    package func synchronize<Result: Sendable>(
        at time: Date,
        _ body: @Sendable (SyncTransaction) throws -> Result
    ) throws -> Result {
        try changing(at: time) { try body(SyncTransaction(store: $0)) }
    }
}

/// The other side, as recorded in the ledger.
package struct SyncPartner: Hashable, Sendable {
    package var identity: String
    /// The sync token of the last finished pass.
    package var token: String?
    /// The change tag of its state at that time.
    package var changeTag: String?
    /// The time of the last finished pass; `nil` before the first.
    package var date: Date?

    package init(identity: String) {
        self.identity = identity
    }
}

/// A write to a card on the other side that was started but may not be finished.
///
/// A write is finished once the card is seen there, because a server may respond before it stores the card, or from a
/// replica that lags behind.
package enum SyncIntent: String, Sendable {
    case create, update, remove
}

/// The last state of a card that both sides shared.
package struct SyncItem: Hashable, Sendable {
    /// The row number; 0 if it isn't stored yet.
    package var number: Int64 = 0
    /// The local contact; `nil` for a group, or for a card that is set aside.
    package var contact: ContactID?
    package var uid: String?
    /// The name of the card on the other side; `nil` if it doesn't exist there yet.
    package var href: String?
    /// The entity tag of the version in the ledger; `nil` if it is unknown, so that the card is read again.
    package var etag: String?
    /// The tag of the version that our last write replaced, until it disappears from listings; for a removed card, the
    /// tag with which it reappeared.
    package var replaced: String?
    /// The card as it was on the other side.
    package var base: [UInt8]?
    /// The local card, if it isn't just the content of ``base``.
    package var localBase: [UInt8]?
    package var intent: SyncIntent?
    package var wanted: [UInt8]?
    /// The reason why the card is set aside.
    package var apart: String?
    /// The name of the contact, for messages; for a group, its name on the other side.
    package var name: String?
    /// The local name of a group with its own card; `nil` for a contact's card.
    package var group: String?

    package init() {}

    /// Whether our card hasn't been seen on the other side since it was written.
    package var isUnseen: Bool { href != nil && (intent == .create || intent == .update) }

    /// Whether this represents a card that we removed, but that listings may still contain for a while.
    package var isRemovedCard: Bool { contact == nil && group == nil && intent == .remove }
}

/// The name of a card in a source, as a key.
///
/// Two names are only equal if their bytes are: Swift treats strings that look the same as equal, but “é” as one scalar
/// and as two are different files.
package struct CardKey: Hashable, Sendable {
    package let href: String

    package init(_ href: String) { self.href = href }

    package static func == (left: CardKey, right: CardKey) -> Bool { left.href.utf8.elementsEqual(right.href.utf8) }

    package func hash(into hasher: inout Hasher) {
        var text = href
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Set<CardKey> {
    package func contains(_ href: String) -> Bool { contains(CardKey(href)) }
}

extension Dictionary where Key == CardKey {
    package subscript(href: String) -> Value? {
        get { self[CardKey(href)] }
        set { self[CardKey(href)] = newValue }
    }
}

/// The state of an item, for comparison with a listing of the other side.
package struct SyncPlace: Hashable, Sendable {
    package var number: Int64
    package var etag: String?
    package var hasIntent: Bool
    /// Whether listings may still show the version that our last write replaced.
    package var hasReplaced: Bool
}

/// A version that lost in a conflict and is kept.
package struct SyncLoser: Hashable, Sendable {
    package var contact: ContactID
    package var name: String
    package var card: [UInt8]

    package init(contact: ContactID, name: String, card: [UInt8]) {
        self.contact = contact
        self.name = name
        self.card = card
    }
}

/// The tables of the ledger.
enum SyncSchema {
    /// The partner, the items, the contacts changed since the ledger recorded them, and the losers of conflicts.
    ///
    /// Triggers fill `sync_dirty`, so that this works for every writer; without a partner it stays empty.
    static let tables = """
        CREATE TABLE sync_partner (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            identity TEXT NOT NULL,
            token TEXT,
            change_tag TEXT,
            finished_at INTEGER
        ) STRICT;
        CREATE TABLE sync_item (
            number INTEGER PRIMARY KEY,
            contact TEXT UNIQUE,
            uid TEXT,
            href TEXT UNIQUE,
            etag TEXT,
            intent TEXT,
            apart TEXT,
            name TEXT,
            base BLOB,
            local_base BLOB,
            wanted BLOB
        ) STRICT;
        CREATE INDEX sync_item_by_uid ON sync_item (uid) WHERE uid IS NOT NULL;
        CREATE INDEX sync_item_by_intent ON sync_item (number) WHERE intent IS NOT NULL;
        CREATE TABLE sync_dirty (contact TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TABLE sync_loser (
            number INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            contact TEXT NOT NULL,
            name TEXT NOT NULL,
            card BLOB NOT NULL
        ) STRICT;
        CREATE TRIGGER sync_contact_added AFTER INSERT ON contact WHEN EXISTS (SELECT 1 FROM sync_partner)
        BEGIN INSERT OR IGNORE INTO sync_dirty (contact) VALUES (NEW.id); END;
        CREATE TRIGGER sync_contact_changed AFTER UPDATE OF updated_at ON contact
        WHEN EXISTS (SELECT 1 FROM sync_partner)
        BEGIN INSERT OR IGNORE INTO sync_dirty (contact) VALUES (NEW.id); END;
        CREATE TRIGGER sync_contact_removed AFTER DELETE ON contact WHEN EXISTS (SELECT 1 FROM sync_partner)
        BEGIN INSERT OR IGNORE INTO sync_dirty (contact) VALUES (OLD.id); END;
        """

    /// The groups with their own cards, and their members.
    ///
    /// Cards of groups that were mistaken for contacts are read again.
    static let groups = """
        ALTER TABLE sync_item ADD COLUMN group_name TEXT;
        CREATE INDEX sync_item_by_group ON sync_item (number) WHERE group_name IS NOT NULL;
        CREATE TABLE sync_member (
            item INTEGER NOT NULL,
            uid TEXT NOT NULL,
            contact TEXT,
            pending INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (item, uid)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sync_member_by_uid ON sync_member (uid);
        CREATE INDEX sync_member_by_contact ON sync_member (contact) WHERE contact IS NOT NULL;
        UPDATE sync_item SET etag = NULL WHERE instr(upper(CAST(base AS TEXT)), 'KIND:GROUP') > 0;
        """

    /// The versions that our writes replaced, and the number of contacts that synchronizing recently removed here.
    static let removals = """
        ALTER TABLE sync_item ADD COLUMN replaced TEXT;
        CREATE TABLE sync_removal (at INTEGER PRIMARY KEY, contacts INTEGER NOT NULL) STRICT;
        """
}
