import Foundation
import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct LostVersionServiceTests {
    @Test func `versions are compared by what they say, not by how their lines were written`() async throws {
        let store = SQLiteContactDAO.temporary()
        let ada = Contact.made("", origin: .local) {
            ($0.name.first, $0.lines) = ("Ada", ["TEL;TYPE=CELL:1", "REV:20200101T000000Z", "X-ODD:now"])
        }
        let contact = try #require(try await store.apply([.add(ada)], title: "add").first)
        let lines = "VERSION:3.0\nFN:Ada\nTEL;TYPE=CELL:2\nPRODID:other\nX-ODD:lost"
        let card = Array("BEGIN:VCARD\n\(lines)\nEND:VCARD\n".replacing("\n", with: "\r\n").utf8)
        try await store.synchronize(at: Date()) { tx in
            try tx.keep(SyncLoser(contact: contact.id, name: "Ada", card: card))
        }
        let version = try #require(try await store.lostVersions(limit: 5).first)
        #expect(version.change.before?.lines == ["X-ODD:lost"])
        #expect(version.change.after?.lines == ["X-ODD:now"])
        #expect(version.change.before?.phones.map(\.value) == ["2"])
    }
}
