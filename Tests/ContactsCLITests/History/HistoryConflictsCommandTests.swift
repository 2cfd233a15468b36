import Foundation
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite struct HistoryConflictsCommandTests {
    @Test func `a version that differs in no field is one row without a field`() {
        let contact = Contact(id: ContactID(rawValue: "a"), origin: .local)
        let version = LostVersion(
            date: Date(timeIntervalSince1970: 0),
            name: "Ada",
            contact: contact.id,
            change: HistoryChange(id: contact.id, before: contact, after: contact),
            card: ""
        )
        #expect(LostField.fields(of: version) == [LostField(version: version)])
    }

    @Test func `the version that lost in a conflict is listed with what it said and what is there now`() async throws {
        let folder = try TemporaryFolder()
        let contacts = try Binary()
        let file = folder.url.appending(path: "ada.vcf").path
        func write(_ nickname: String) throws {
            let lines = [
                "BEGIN:VCARD", "VERSION:3.0", "UID:ada", "FN:Ada Stone", "N:Stone;Ada;;;", nickname, "END:VCARD",
            ]
            let text = lines.map { $0 + "\r\n" }.joined()
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
        try write("NOTE:first")
        #expect(try await contacts.run("book", "add", "old", "--folder", folder.url.path).status == 0)
        let book = Binary(contacts, variables: ["CONTACTS_BOOK": "old"])
        #expect(try await book.run("sync").status == 0)
        #expect(try await book.run("edit", "Ada Stone", "--note", "mine").status == 0)
        try write("NOTE:theirs")
        let synced = try await book.run("sync", "--conflict", "ours")
        #expect(synced.status == 0)
        #expect(synced.messages.contains("contacts history conflicts"), "\(synced.messages)")
        #expect(synced.messages.contains("1 conflict settled: kept mine: note"), "\(synced.messages)")
        let rows = try await book.run("history", "conflicts", "--format", "tsv", "--fields", "name,field,lost,now")
        #expect(rows.lines.contains("Ada Stone\tnote\ttheirs\tmine"), "\(rows.output)")
        let json = try await book.run("history", "conflicts", "--format", "json")
        #expect(json.output.contains("NOTE:theirs"), "\(json.output)")
        #expect(
            try await book.run("history", "Ada Stone").lines.contains {
                $0.hasSuffix("lost in a conflict\tnote\ttheirs\tmine")
            }
        )
        #expect(try await book.run("restore", "Ada Stone", "--to", "lost").status == 0)
        #expect(try await book.run("list", "--fields", "note").lines == ["theirs"])
        // What came later doesn't change what the conflict is said to have left.
        #expect(
            try await book.run("history", "Ada Stone").lines.filter {
                $0.hasSuffix("lost in a conflict\tnote\ttheirs\tmine")
            }.count == 1
        )
    }
}
