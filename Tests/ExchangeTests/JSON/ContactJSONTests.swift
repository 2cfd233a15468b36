import Repository
import RepositoryDoubles
import Testing

@testable import Exchange

struct ContactJSONTests {
    /// What neither of the contacts has.
    private static let noMore = """
        "organization":null,"units":[],"jobTitle":null,"role":null,"note":null,"uid":null,"nickname":null,"urls":[],\
        "anniversary":null,"categories":[],"favorite":false,"photo":null,"lines":[],"pronouns":null,"dates":[],\
        "relations":[],"messengers":[],"profiles":[],"kind":null,"members":[]
        """
    private static let complete = """
        {"id":"1c41a2b0-0000-4000-8000-000000000001",\
        "name":{"title":"Madame","first":"Zoë","last":"D'Argent","middle":null,"suffix":null,"formatted":"Zoë D'Argent"},"gender":"female",\
        "email":"zoe.dargent@example.com","phone":"075 123 45 67","cell":"079 765 43 21","birthday":"1984-11-12",\
        "address":{"street":"4616 Rue du Bât-D'Argent","city":"Genève","state":"Genève","postcode":"68000",\
        "country":"Switzerland","poBox":null,"extended":null},"nationality":"CH",\
        "picture":{"large":"https://example.com/l.jpg","medium":"https://example.com/m.jpg",\
        "thumbnail":"https://example.com/t.jpg"},"registered":"2011-09-28T22:27:24.121Z","edited":false,\
        "emails":[{"value":"zoe.dargent@example.com","types":[],"preferred":false}],\
        "phones":[{"value":"075 123 45 67","types":["home"],"preferred":false},\
        {"value":"079 765 43 21","types":["cell"],"preferred":false}],\
        "addresses":[{"value":{"street":"4616 Rue du Bât-D'Argent","city":"Genève","state":"Genève",\
        "postcode":"68000","country":"Switzerland","poBox":null,"extended":null},"types":[],"preferred":false}],\
        \(noMore)}
        """
    private static let unknown = """
        {"id":"1c41ffff-0000-4000-8000-000000000002","name":{"title":null,"first":null,"last":null,"middle":null,"suffix":null,\
        "formatted":""},"gender":null,\
        "email":null,"phone":null,"cell":null,"birthday":null,\
        "address":{"street":null,"city":null,"state":null,"postcode":null,"country":null,"poBox":null,\
        "extended":null},"nationality":null,\
        "picture":{"large":null,"medium":null,"thumbnail":null},"registered":null,"edited":false,\
        "emails":[],"phones":[],"addresses":[],\(noMore)}
        """

    private func object(_ contact: Contact) -> String {
        var bytes: [UInt8] = []
        JSONText().append(OutputValue(contact), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `every key is there, in the documented order, on one line`() {
        #expect(object(.complete) == Self.complete)
        #expect(object(.unknown) == Self.unknown)
    }

    @Test func `a local edit is marked`() {
        var contact = Contact.unknown
        contact.isEdited = true
        #expect(object(contact).contains(#","edited":true,"#))
    }
}

struct JSONTextTests {
    private func written(_ text: String?, isForTerminal: Bool = false) -> String {
        var bytes: [UInt8] = []
        JSONText(isForTerminal: isForTerminal).append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", #""""#),
        ("plain", #""plain""#),
        (#"say "no" \ "#, #""say \"no\" \\ ""#),
        ("a\tb\nc\rd\u{8}\u{C}", #""a\tb\nc\rd\b\f""#),
        ("\u{0}\u{1B}[31m\u{1F}", #""\u0000\u001b[31m\u001f""#),
        ("Ünï 日本 👩‍👩‍👧 \u{7F}\u{9B}\u{202E}\u{2028}", "\"Ünï 日本 👩‍👩‍👧 \u{7F}\u{9B}\u{202E}\u{2028}\""),
    ])
    func `what JSON demands is escaped, all else stays byte for byte`(text: String, json: String) {
        #expect(written(text) == json)
    }

    @Test func `nothing is null`() {
        #expect(written(nil) == "null")
    }

    @Test func `on a terminal, what it could obey is escaped as well`() {
        let text = "ü\"\\\u{1B}\u{7F}\u{9B}\u{202E}\u{2066}\u{2028}日"
        #expect(written(text, isForTerminal: true) == #""ü\"\\\u001b\u007f\u009b\u202e\u2066\u2028日""#)
    }
}
