import Repository
import Testing

@testable import ContactsCLI

struct ContactJSONTests {
    /// What neither of the contacts has.
    private static let noMore = """
        "organization":null,"units":[],"jobTitle":null,"role":null,"note":null,"uid":null,"nickname":null,"urls":[],\
        "anniversary":null,"categories":[],"favorite":false,"photo":null,"lines":[],"pronouns":null,"dates":[],\
        "relations":[],"messengers":[],"profiles":[],"kind":null,"members":[]
        """
    private static let complete = """
        {"id":"1c41a2b0-0000-4000-8000-000000000001",\
        "name":{"title":"Madame","first":"Zoë","last":"D'Argent","middle":null,"suffix":null,"formatted":null},"gender":"female",\
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
        "formatted":null},"gender":null,\
        "email":null,"phone":null,"cell":null,"birthday":null,\
        "address":{"street":null,"city":null,"state":null,"postcode":null,"country":null,"poBox":null,\
        "extended":null},"nationality":null,\
        "picture":{"large":null,"medium":null,"thumbnail":null},"registered":null,"edited":false,\
        "emails":[],"phones":[],"addresses":[],\(noMore)}
        """

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    @Test func `every key is there, in the documented order, over pages`() {
        var format = JSONWriter(.contacts, isForTerminal: false)
        let printed = text(format.page([.complete])) + text(format.page([])) + text(format.page([.unknown]))
        #expect(printed + text(format.end()) == "[\n\(Self.complete),\n\(Self.unknown)\n]\n")
    }

    @Test func `no contacts are an empty array`() {
        var format = JSONWriter(.contacts, isForTerminal: false)
        #expect(text(format.end()) == "[]\n")
    }

    @Test func `one contact alone is an object on one line`() {
        #expect(text(JSONWriter.object(.complete, of: .contacts, isForTerminal: false)) == Self.complete + "\n")
    }

    @Test func `a local edit is marked`() {
        var contact = Contact.unknown
        contact.isEdited = true
        #expect(text(JSONWriter.object(contact, of: .contacts, isForTerminal: false)).contains(#","edited":true,"#))
    }
}
