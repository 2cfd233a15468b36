import Repository
import Testing

@testable import Exchange

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
