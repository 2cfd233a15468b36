import Foundation
import Testing

@testable import BookSync

@Suite struct GroupCardTests {
    private static let edit = CardEdit(time: Date(timeIntervalSince1970: 0))

    private func group(_ text: String) throws -> GroupCard { try #require(GroupCard(ParsedCard(Array(text.utf8)))) }

    @Test func `the card of a person is no group`() throws {
        let org = SyncedBook.card("Ada Stone", uid: "a", "KIND:org")
        for text in [SyncedBook.card("Ada Stone", uid: "a"), org] {
            let card = try ParsedCard(Array(text.utf8))
            let isGroup = GroupCard(card) != nil
            #expect(!isGroup)
        }
    }

    @Test(arguments: GroupForm.allCases) func `a card without a change keeps every byte`(form: GroupForm) throws {
        let text = form.card("friends", "ada", "bob")
        let group = try group(text)
        #expect(group.name == "friends" && group.members.count == 2)
        let same = group.edited(adding: ["bob"], removing: ["eve"], name: "friends", by: Self.edit)
        #expect(String(decoding: same, as: UTF8.self) == text)
    }

    @Test(arguments: GroupForm.allCases) func `new members are written like those before`(form: GroupForm) throws {
        let bytes = try group(form.card("friends", "ada", "bob"))
            .edited(adding: ["eve"], removing: ["ada"], name: "friends", by: Self.edit)
        let text = String(decoding: bytes, as: UTF8.self)
        let revision = form == .standard ? "REV:19700101T000000Z" : "REV:1970-01-01T00:00:00Z"
        let wanted = form.card("friends", "bob", "eve").replacing(
            "END:VCARD",
            with: "PRODID:\(CardEdit.product)\r\n\(revision)\r\nEND:VCARD"
        )
        #expect(text == wanted)
    }

    @Test(arguments: GroupForm.allCases) func `the first member has the form of the kind`(form: GroupForm) throws {
        let bytes = try group(form.card("friends")).edited(
            adding: ["eve"],
            removing: [],
            name: "friends",
            by: Self.edit
        )
        let wanted = form == .standard ? GroupForm.standard.member("eve") : GroupForm.apple.member("eve")
        #expect(String(decoding: bytes, as: UTF8.self).contains("\r\n\(wanted)\r\n"))
    }
}
