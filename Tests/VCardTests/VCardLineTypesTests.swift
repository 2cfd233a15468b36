import Testing
import VCard

@Suite struct VCardLineTypesTests {
    @Test(arguments: [
        ("TEL;TYPE=pref:1", true), ("TEL;TYPE=home,PREF:1", true), ("TEL;TYPE=\"home,Pref\":1", true),
        ("TEL;TYPE=home;TYPE=pref:1", true), ("TEL:1", false), ("TEL;TYPE=:1", false), ("TEL;TYPE=pre:1", false),
        ("TEL;TYPE=prefix:1", false), ("TEL;TYPE=xpref:1", false), ("TEL;TYPE=pre,f:1", false),
        ("TEL;TYPE=\"pre,f\":1", false), ("TEL;PREF=1:1", false),
    ])
    func `a type is one of the words, in any case`(text: String, hasType: Bool) throws {
        let line = try #require(VCardLine(text: text))
        #expect(line.hasType("pref") == hasType)
        #expect(line.types.contains("pref") == hasType)
    }

    @Test func `types come in their order, in lower case, each once`() throws {
        let line = try #require(VCardLine(text: "TEL;TYPE=HOME,voice;TYPE=\"Cell,home\":1"))
        #expect(line.types == ["home", "voice", "cell"])
    }

    @Test(arguments: [
        ("1985-04-12T00:00:00Z", "1985-04-12"), ("19850412T000000", "1985-04-12"), ("--0412T000000Z", "--04-12"),
        ("--04-12", "--04-12"), ("1985-0412", "1985-0412"), ("19851301", "19851301"), ("19850432", "19850432"),
        ("1985041", "1985041"), ("198५0412", "198५0412"), ("", ""),
        ("1985-04-12T00:00:00ZT00:00:00Z", "1985-04-12T00:00:00ZT00:00:00Z"),
    ])
    func `a date is read in each of its forms, and other text is left as it is`(text: String, plain: String) {
        #expect(VCardDate.plain(VCardLine("BDAY", value: text)) == plain)
    }
}
