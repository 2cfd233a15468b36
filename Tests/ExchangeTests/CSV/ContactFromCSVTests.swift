import Primitives
import Repository
import Testing

@testable import Exchange

@Suite struct ContactFromCSVTests {
    @Test func `a header without a name, an address or a number is none`() throws {
        #expect(try ContactFromCSV(header: ["a", "b"]) == nil)
        #expect(try ContactFromCSV(header: ["city"]) == nil)
        #expect(try ContactFromCSV(header: ["'Email"]) != nil)
    }

    @Test(arguments: [
        ("* Boat,Home, mobile", ["Boat", "home", "cell"], true), ("other,B x", ["other", "B x"], false),
        ("* \u{2028}x", ["\u{2028}x"], true),
    ])
    func `types in a file of this program are labels, too`(text: String, expected: [String], preferred: Bool) {
        var (types, isPreferred): ([String], Bool) = ([], false)
        CSVTypes.set(text, &types, &isPreferred, isOwn: true)
        #expect(types == expected)
        #expect(isPreferred == preferred)
    }

    @Test(arguments: [
        ("* Home", ["home"], true), ("Mobile", ["cell"], false), ("home,work", ["home", "work"], false),
        ("Other", [], false), ("Work Fax", ["work", "fax"], false), ("Grand Central", ["grand central"], false),
    ])
    func `types are read as exports and Google write them`(text: String, expected: [String], preferred: Bool) {
        var (types, isPreferred): ([String], Bool) = ([], false)
        CSVTypes.set(text, &types, &isPreferred, isOwn: false)
        #expect(types == expected)
        #expect(isPreferred == preferred)
    }

    @Test(arguments: [
        ("First Name", ContactField.first), ("E-mail 1 - Value", nil), ("job_title", .jobTitle), ("Nick", .nickname),
        ("Website 2", .urls), ("GROUPS", .categories), ("Shoe size", nil),
    ])
    func `a header names a field in any case and punctuation`(header: String, expected: ContactField?) {
        guard case .field(let field)? = CSVColumn(header: header) else {
            #expect(expected == nil)
            return
        }
        #expect(field == expected)
    }

    @Test func `every column that is written is read as its field`() {
        for field in ContactField.columns {
            guard let header = field.columns.first, case .field(let read)? = CSVColumn(header: header) else {
                Issue.record("\(field) has no column")
                continue
            }
            #expect(read == field)
        }
    }
}

@Suite struct ColumnMappingTests {
    private func contact(_ header: String, _ record: String, _ mappings: String...) throws -> Contact {
        let options = CSVOptions(mappings: mappings.compactMap(ColumnMapping.init))
        #expect(options.mappings.count == mappings.count)
        return try #require(ParsedFile(.csv, "\(header)\n\(record)\n", csv: options).contacts.first)
    }

    @Test func `a column is what the mapping says`() throws {
        let contact = try contact(
            "Name,Handy,Büro,Wohnort,Spitz,Schuhe,Nichts",
            "Ada,+1,a@b.c,London,Al,38,x",
            "Handy=phone:cell",
            "büro=email:work",
            "Wohnort=city:home",
            "Spitz=nickname",
            "Schuhe=x-shoe",
            "Nichts=-"
        )
        #expect(contact.phones == [ContactValue("+1", types: ["cell"])])
        #expect(contact.emails == [ContactValue("a@b.c", types: ["work"])])
        #expect(contact.addresses == [ContactAddress(PostalAddress(city: "London"), types: ["home"])])
        #expect(contact.nickname == "Al")
        #expect(contact.lines == ["X-SHOE:38"])
    }

    @Test func `an unknown field is refused with examples, and so is a column that is not there`() throws {
        let mapping = try #require(ColumnMapping(argument: "Handy=shoe"))
        #expect(throws: ExchangeError.self) { try mapping.column(0) }
        #expect(ColumnMapping(argument: "Handy") == nil)
        #expect(ColumnMapping(argument: "=note") == nil)
        let lost = try #require(ColumnMapping(argument: "Phone X=phone"))
        let failure = #expect(throws: ExchangeError.self) { try ContactFromCSV(header: ["name"], mappings: [lost]) }
        #expect(failure?.message.contains("“Phone X”") == true)
    }
}
