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
        func write(_ nickname: String) throws {
            let lines = [
                "BEGIN:VCARD", "VERSION:3.0", "UID:ada", "FN:Ada Stone", "N:Stone;Ada;;;", nickname, "END:VCARD",
            ]
            try folder.write(lines.map { $0 + "\r\n" }.joined(), to: "ada.vcf")
        }
        try write("NOTE:first")
        try await contacts.succeed("book", "add", "old", "--folder", folder.url.path)
        let book = Binary(contacts, variables: ["CONTACTS_BOOK": "old"])
        try await book.succeed("sync")
        try await book.succeed("edit", "Ada Stone", "--note", "mine")
        try write("NOTE:theirs")
        let synced = try await book.succeed("sync", "--conflict", "ours")
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
        try await book.succeed("restore", "Ada Stone", "--to", "lost")
        #expect(try await book.run("list", "--fields", "note").lines == ["theirs"])
        // What came later doesn't change what the conflict is said to have left.
        #expect(
            try await book.run("history", "Ada Stone").lines.filter {
                $0.hasSuffix("lost in a conflict\tnote\ttheirs\tmine")
            }.count == 1
        )
    }
}
