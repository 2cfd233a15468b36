import Foundation
import Testing

@testable import Repository

@Suite struct SchemaCheckTests {
    @Test func `the checksum is that of the newest schema`() throws {
        let sum = try SchemaCheck(connection: ContactSchema.sample(), version: ContactSchema.version).checksum()
        #expect(sum == ContactSchema.checksum, "ContactSchema.checksum has to be 0x\(String(sum, radix: 16))")
    }

    @Test func `the schema of every version is ours`() throws {
        for version in 1...ContactSchema.version {
            try SchemaCheck(connection: ContactSchema.sample(version: version), version: version).requireOwn()
        }
    }

    private static let erasing = "AFTER INSERT ON contact BEGIN DELETE FROM journal; END"
    private static let foreign = [
        ("CREATE TRIGGER evil \(erasing)", "trigger “evil”"),
        ("DROP TRIGGER sync_contact_added; CREATE TRIGGER sync_contact_added \(erasing)", "“sync_contact_added”"),
        ("CREATE TABLE t (a); CREATE TRIGGER t AFTER INSERT ON t BEGIN DELETE FROM contact; END", "trigger “t”"),
        ("CREATE VIEW contact_search_x AS SELECT 1", "view “contact_search_x”"),
        ("DROP TABLE fetch; CREATE VIEW fetch AS SELECT 1 AS page", "view “fetch”"),
        ("CREATE INDEX more ON contact (length(first))", "index “more”"),
        ("DROP INDEX contact_by_uid; CREATE INDEX contact_by_uid ON contact (lower(uid))", "index “contact_by_uid”"),
        ("ALTER TABLE fetch ADD COLUMN more TEXT AS (page || 'x')", "table “fetch”"),
        ("DROP TABLE stored_value; CREATE TABLE stored_value (key TEXT CHECK (length(key) > 3))", "“stored_value”"),
        ("PRAGMA user_version = 0", "format 0"), ("PRAGMA user_version = -5", "format -5"),
    ]

    @Test(arguments: foreign)
    func `what is not ours is named, never runs, and is not repaired`(sql: String, part: String) async throws {
        let dao = try await damagedStore(by: sql)
        for attempt in [
            await repositoryError { _ = try await dao.all() },
            await repositoryError { _ = try await dao.apply([.add(.sample("new"))], title: "add") },
            await repositoryError { try await dao.requireSound() },
        ] {
            #expect(attempt?.code == .unreadableDatabase)
            #expect(attempt?.message.contains(part) == true, "\(attempt?.message ?? "")")
        }
        #expect(try await dao.check(full: false).contains { "\($0)".contains(part) })
        #expect(try await dao.repair(at: Date()).saved == 3)
        #expect(try await dao.check(full: true).isEmpty)
        #expect(try await dao.history(limit: 9).count == 2)
    }

    @Test func `tables of other programs are left alone`() async throws {
        let damage = "CREATE TABLE replica (id INTEGER); CREATE INDEX replica_by_id ON replica (id)"
        let dao = try await damagedStore(by: damage)
        #expect(try await dao.all().count == 3)
        #expect(try await dao.check(full: true).isEmpty)
    }
}
