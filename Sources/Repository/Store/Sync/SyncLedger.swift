package import Primitives

/// A store that keeps, beside its contacts, what it and another place with cards had in common last.
package protocol SyncStore: Sendable {
    /// Runs `body` in one write transaction: all of it happens, or nothing.
    func synchronize<Result: Sendable>(
        at time: Date,
        _ body: @Sendable (SyncTransaction) throws -> Result
    ) async throws -> Result
}

extension SQLiteContactDAO: SyncStore {
    package func hasLedger() throws -> Bool {
        try database.reading { try $0.integer("SELECT count(*) FROM sync_partner") > 0 } ?? false
    }

    /// The cards that the last synchronization kept apart, and why.
    package func cardsApart() throws -> [(name: String, reason: String)] {
        let sql = "SELECT coalesce(name, href, ''), apart FROM sync_item WHERE apart IS NOT NULL ORDER BY href"
        return try database.reading { connection in
            try connection.rows(sql) { row in (row.text(0) ?? "", row.text(1) ?? "") }
        } ?? []
    }

    /// The versions that lost in conflicts, the last first, each with the time of the conflict.
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

/// The other place, as the ledger knows it.
package struct SyncPartner: Hashable, Sendable {
    package var identity: String
    /// The token of the last pass that was finished.
    package var token: String?
    /// The mark of its state then.
    package var changeTag: String?
    /// When the last pass was finished; `nil` before the first.
    package var date: Date?

    package init(identity: String) {
        self.identity = identity
    }
}

/// What was begun with a card there and perhaps not finished: the request, or what it was to bring about.
///
/// A write is finished once the card was seen there, since a server may answer before it stores the card, or from a
/// replica that lags behind.
package enum SyncIntent: String, Sendable {
    case create, update, remove
}

/// What both sides had last of one card.
package struct SyncItem: Hashable, Sendable {
    /// The row; 0 for one that is not stored yet.
    package var number: Int64 = 0
    /// The contact here; `nil` for a card that is kept apart.
    package var contact: ContactID?
    package var uid: String?
    /// The name of the card there; `nil` for one that is not there yet.
    package var href: String?
    /// The tag of the version that the ledger has; `nil` when it is not known, so that the card is read again.
    package var etag: String?
    /// The tag of the version that our last write replaced, until a list no longer has it; of a removed card, the tag with
    /// which it was seen again.
    package var replaced: String?
    /// The card as it was there.
    package var base: [UInt8]?
    /// The card as it was here, where that is not just what ``base`` says.
    package var localBase: [UInt8]?
    package var intent: SyncIntent?
    package var wanted: [UInt8]?
    /// Why the card is kept apart.
    package var apart: String?
    /// What the contact was called, for messages; what a group is called there.
    package var name: String?
    /// What a group with a card of its own is called here; `nil` for a card of a contact.
    package var group: String?

    package init() {}

    /// Whether our card was not seen there since it was written.
    package var isUnseen: Bool { href != nil && (intent == .create || intent == .update) }

    /// Whether it stands for a card that was removed for us, and that a list may still have for a while.
    package var isRemovedCard: Bool { contact == nil && group == nil && intent == .remove }
}

/// The name of a card in a source, as a key.
///
/// Two names are equal only if their bytes are: a string equals another one that looks the same, but “é” as one scalar and
/// as two are two files.
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

/// The place of an item: what a list of the other side is compared with.
package struct SyncPlace: Hashable, Sendable {
    package var number: Int64
    package var etag: String?
    package var hasIntent: Bool
    /// Whether the version that our last write replaced may still be shown.
    package var hasReplaced: Bool
}

/// What lost in a conflict and is kept.
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
    /// The partner, the items, the contacts that were changed since the ledger took them, and what lost in conflicts.
    ///
    /// Triggers fill `sync_dirty`, so that every writer does; without a partner it stays empty.
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

    /// The groups with cards of their own and their members.
    ///
    /// Cards of groups that were taken for contacts are read again.
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

    /// The versions that our writes replaced, and how many contacts synchronizing removed here of late.
    static let removals = """
        ALTER TABLE sync_item ADD COLUMN replaced TEXT;
        CREATE TABLE sync_removal (at INTEGER PRIMARY KEY, contacts INTEGER NOT NULL) STRICT;
        """
}
