import Repository
import RepositoryDoubles
import Testing

@testable import Exchange

@Suite struct JSONContactParserTests {
    private func parsed(_ text: String, pieces: Int = 1_000_000) -> ParsedFile {
        var parser = JSONContactParser(contact: ContactFromJSON.contact)
        return ParsedFile(&parser, Array(text.utf8), pieces: pieces)
    }

    @Test(arguments: [1, 7, 1_000])
    func `an array and values one after the other are read in pieces`(pieces: Int) {
        let one = #"{"name":{"first":"A\"]"}}"#
        for text in ["[\(one),\n\(one)]", "\(one)\n\(one)\n", "\u{FEFF}[\(one)] [\(one)]"] {
            #expect(parsed(text, pieces: pieces).contacts.map(\.name.first) == ["A\"]", "A\"]"])
        }
    }

    @Test func `what is no contact is told by its line`() {
        #expect(parsed("[{},\n{\"name\":{\"first\":\"A\"}}]").problems == ["1: the value isn't a contact"])
        #expect(parsed("[{\"name\"").problems == ["1: the JSON ends in the middle of a value"])
        #expect(parsed("x").problems == ["1: the text is not JSON"])
    }

    @Test func `an endless text and endless levels are told, and nothing of them is kept`() {
        let text = String(repeating: "x", count: 1_000_000)
        var parser = JSONContactParser(contact: ContactFromJSON.contact)
        parser.append(Array("[{\"note\":\"".utf8))
        var problem: ParsedContact?
        for _ in 0..<20 where problem == nil {
            parser.append(Array(text.utf8))
            problem = parser.next()
        }
        #expect(problem.map { "\($0)".contains("the value is larger than 16777216 bytes") } == true && parser.isBroken)
        #expect(parsed("[" + String(repeating: "[", count: 65)).problems == ["1: the value has more than 64 levels"])
    }

    @Test(arguments: ["[", "{\"a\":", "\"x\",", "{},", "{\"a\":[1,2,{}]},\n", "  ", "{\"note\":\"xxxxxxxxxxxxxxxx\"}"])
    func `the steps grow with the bytes, whatever they are`(worst: String) {
        let steps = [1, 4].map { factor in
            var parser = JSONContactParser(contact: { _ in nil })
            let text = "[" + String(repeating: worst, count: 20_000 * factor / worst.utf8.count)
            _ = ParsedFile(&parser, Array(text.utf8), pieces: 1_000)
            return parser.steps
        }
        #expect(steps[1] <= steps[0] * 5, "\(steps)")
    }

    private func contact(_ json: String) -> Contact? { ContactFromJSON.contact(Array(json.utf8)) }

    @Test func `the first values count when the lists are not given, which have types and preferences`() throws {
        let short = try #require(contact(#"{"email":"a@b","phone":"1","cell":"2","address":{"city":"Bern"}}"#))
        #expect(short.emails == [ContactValue("a@b")])
        #expect(short.phones == [ContactValue("1"), ContactValue("2", types: ["cell"])])
        #expect(short.addresses == [ContactAddress(PostalAddress(city: "Bern"))])
        let preferred = #""types":["work"],"preferred":true}"#
        let emails = #""email":"a","emails":[{"value":"c@d"},{"value":"e@f",\#(preferred)]"#
        let whole = try #require(contact(#"{\#(emails),"addresses":[{"value":{"city":"A"},\#(preferred)]}"#))
        #expect(whole.emails == [ContactValue("c@d"), ContactValue("e@f", types: ["work"], isPreferred: true)])
        let address = ContactAddress(PostalAddress(city: "A"), types: ["work"], isPreferred: true)
        #expect(whole.addresses == [address])
    }

    @Test func `what kept lines say may come without them, and changes nothing beside them`() throws {
        let related = #""relations":[{"value":"Jane","types":["spouse"]}]"#
        let short = try #require(contact(#"{"name":{"last":"L"},\#(related)}"#))
        #expect(short.lines == ["RELATED;TYPE=spouse;VALUE=text:Jane"])
        let whole = try #require(contact(#"{"name":{"last":"L"},"lines":["X-SPOUSE:Jane","KIND:group"],\#(related)}"#))
        #expect(whole.lines == ["X-SPOUSE:Jane", "KIND:group"])
    }

    @Test func `a value of another type counts as missing`() throws {
        let read = try #require(contact(#"{"name":{"first":"Ada","last":7},"urls":"x","favorite":"yes","note":null}"#))
        #expect(read.name == PersonName(first: "Ada"))
        #expect(read.urls.isEmpty && !read.isFavorite)
    }

    @Test(arguments: ["{}", "[]", "7", #"{"note":"n"}"#, "{"])
    func `a value without a name, an address or a number is no contact`(json: String) {
        #expect(contact(json) == nil)
    }
}

struct ContactJSONTests {
    private static let unknown = """
        {"id":"1c41ffff-0000-4000-8000-000000000002","name":{"title":null,"first":null,"last":null,"middle":null,"suffix":null,\
        "formatted":""},"gender":null,\
        "email":null,"phone":null,"cell":null,"birthday":null,\
        "address":{"street":null,"city":null,"state":null,"postcode":null,"country":null,"poBox":null,\
        "extended":null},"nationality":null,\
        "picture":{"large":null,"medium":null,"thumbnail":null},"registered":null,"edited":false,\
        "emails":[],"phones":[],"addresses":[],"organization":null,"units":[],"jobTitle":null,"role":null,"note":null,\
        "uid":null,"nickname":null,"urls":[],"anniversary":null,"categories":[],"favorite":false,"photo":null,\
        "lines":[],"pronouns":null,"dates":[],"relations":[],"messengers":[],"profiles":[],"kind":null,"members":[]}
        """

    private func object(_ contact: Contact) -> String {
        var bytes: [UInt8] = []
        JSONText().append(OutputValue(contact), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `every key is there, in the documented order, on one line`() {
        var contact = Contact.unknown
        #expect(object(contact) == Self.unknown)
        contact.isEdited = true
        #expect(object(contact).contains(#","edited":true,"#))
    }
}
