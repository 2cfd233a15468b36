import Foundation
import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct LostVersionServiceTests {
    @Test func `versions are compared by what they say, not by how their lines were written`() async throws {
        let store = SQLiteContactDAO.temporary()
        var ada = Contact(id: ContactID(rawValue: ""), origin: .local)
        ada.name.first = "Ada"
        ada.lines = ["TEL;TYPE=CELL:1", "REV:20200101T000000Z", "X-ODD:now"]
        let contact = try #require(try await store.apply([.add(ada)], title: "add").first)
        let lines = [
            "BEGIN:VCARD", "VERSION:3.0", "FN:Ada", "TEL;TYPE=CELL:2", "PRODID:other", "X-ODD:lost", "END:VCARD",
        ]
        let card = Array(lines.map { $0 + "\r\n" }.joined().utf8)
        try await store.synchronize(at: Date()) { tx in
            try tx.keep(SyncLoser(contact: contact.id, name: "Ada", card: card))
        }
        let version = try #require(try await store.lostVersions(limit: 5).first)
        #expect(version.change.before?.lines == ["X-ODD:lost"])
        #expect(version.change.after?.lines == ["X-ODD:now"])
        #expect(version.change.before?.phones.map(\.value) == ["2"])
    }
}
