import Repository
import Testing

@testable import ContactsCLI

@Suite struct ContactTemplateReaderTests {
    private func read(_ text: String) throws -> ContactDraft { try ContactTemplateReader.read(text).get() }

    @Test func `fields from cards have values with labels in the user's own words`() throws {
        let draft = try read(
            """
            Date [Graduation]: 2009-06-13
            Date: --05-06
            Related [Spouse]: Jane
            Messenger [jabber, Home] *: ada@example.org
            Profile [mastodon]: https://example.org/@ada
            Kind: org
            Member: urn:uuid:1
            Member: urn:uuid:2
            """
        )
        #expect(
            draft.values == [
                .field("dates"): [ContactValue("2009-06-13", types: ["Graduation"]), ContactValue("--05-06")],
                .field("relations"): [ContactValue("Jane", types: ["spouse"])],
                .field("messengers"): [ContactValue("ada@example.org", types: ["jabber", "home"], isPreferred: true)],
                .field("profiles"): [ContactValue("https://example.org/@ada", types: ["mastodon"])],
            ]
        )
        #expect(draft.texts == [.field("kind"): "org"])
        #expect(draft.lists == [.field("members"): ["urn:uuid:1", "urn:uuid:2"]])
    }

    @Test func `a label with commas, brackets and colons is one label`() throws {
        var contact = Contact(id: ContactID(rawValue: "1"))
        contact.phones = [ContactValue("1", types: ["My [old], loud: phone", "cell"])]
        let text = ContactTemplate.text(of: ContactDraft(contact))
        #expect(try read(text).values[.phones] == contact.phones)
    }

    @Test func `all problems are told, each with its line`() {
        guard
            case .failure(let found) = ContactTemplateReader.read(
                "Kind: a\nKind: b\nShoe: 1\nDate [x: 1\nFavorite: maybe"
            )
        else {
            Issue.record("was read")
            return
        }
        #expect(found.problems.map(\.line) == [2, 3, 4, 5])
    }
}
