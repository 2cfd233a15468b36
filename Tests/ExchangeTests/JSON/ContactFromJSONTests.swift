import Repository
import Testing

@testable import Exchange

@Suite struct ContactFromJSONTests {
    private func contact(_ json: String) -> Contact? { ContactFromJSON.contact(Array(json.utf8)) }

    @Test func `the first values count when the lists are not given`() throws {
        let short = try #require(contact(#"{"email":"a@b","phone":"1","cell":"2","address":{"city":"Bern"}}"#))
        #expect(short.emails == [ContactValue("a@b")])
        #expect(short.phones == [ContactValue("1"), ContactValue("2", types: ["cell"])])
        #expect(short.addresses == [ContactAddress(PostalAddress(city: "Bern"))])
        let whole = try #require(contact(#"{"email":"a@b","emails":[{"value":"c@d","types":["work"]}]}"#))
        #expect(whole.emails == [ContactValue("c@d", types: ["work"])])
    }

    @Test func `values keep their types, and which of them is preferred`() throws {
        let read = try #require(
            contact(
                #"""
                {"addresses":[{"value":{"city":"A"}},{"value":{"city":"B"},"types":["work"],"preferred":true}],
                "emails":[{"value":"a@b"},{"value":"c@d","types":["work"],"preferred":true}]}
                """#
            )
        )
        #expect(read.addresses.map(\.address.city) == ["A", "B"] && read.emails.map(\.value) == ["a@b", "c@d"])
        #expect(read.addresses.map(\.types) == [[], ["work"]] && read.emails.map(\.types) == [[], ["work"]])
        #expect(read.addresses.map(\.isPreferred) == [false, true] && read.emails.map(\.isPreferred) == [false, true])
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
        #expect(read.urls.isEmpty)
        #expect(!read.isFavorite)
    }

    @Test(arguments: ["{}", "[]", "7", #"{"note":"n"}"#, "{"])
    func `a value without a name, an address or a number is no contact`(json: String) {
        #expect(contact(json) == nil)
    }
}
