import Testing
import VCard

@Suite struct VCardDateTests {
    @Test(arguments: [
        ("1985-04-12T00:00:00Z", "1985-04-12"), ("19850412T000000", "1985-04-12"), ("--0412T000000Z", "--04-12"),
        ("--04-12", "--04-12"), ("1985-0412", "1985-0412"), ("19851301", "19851301"), ("19850432", "19850432"),
        ("1985041", "1985041"), ("198५0412", "198५0412"), ("", ""),
        ("1985-04-12T00:00:00ZT00:00:00Z", "1985-04-12T00:00:00ZT00:00:00Z"),
    ])
    func `a date is read in each of its forms, and other text is left as it is`(text: String, plain: String) {
        #expect(VCardDate.plain(VCardLine("BDAY", value: text)) == plain)
    }

    @Test func `a year that the card omits is left out`() throws {
        let line = try #require(VCardLine(text: "BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12"))
        #expect(VCardDate.plain(line) == "--04-12")
        let other = try #require(VCardLine(text: "BDAY;X-APPLE-OMIT-YEAR=1604:1985-04-12"))
        #expect(VCardDate.plain(other) == "1985-04-12")
    }

    @Test func `a date marked as text is not read`() throws {
        let line = try #require(VCardLine(text: "BDAY;VALUE=text:19850412"))
        #expect(VCardDate.plain(line) == "19850412")
    }

    @Test(arguments: [
        ("1985-04-12", "BDAY:1985-04-12", "BDAY:19850412"),
        ("--04-12", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "BDAY:--0412"),
        ("1985", "BDAY:1985", "BDAY:1985"), ("1985-04", "BDAY:1985-04", "BDAY:1985-04"),
        ("about 1800, in May", "BDAY;VALUE=text:about 1800\\, in May", "BDAY;VALUE=text:about 1800\\, in May"),
    ])
    func `each version writes a date in its form`(plain: String, old: String, new: String) {
        #expect(VCardDate.line("BDAY", plain, version: .v3).text == old)
        #expect(VCardDate.line("BDAY", plain, version: .v4).text == new)
    }

    @Test func `parameters that told of another form do not stay`() {
        let parameters = [VCardParameter("VALUE", ["text"]), VCardParameter("X-A", ["1"])]
        #expect(
            VCardDate.line("BDAY", "1985-04-12", parameters: parameters, version: .v4).text == "BDAY;X-A=1:19850412"
        )
    }
}
