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
        ("* Home", ["home"], true), ("Mobile", ["cell"], false), ("home,work", ["home", "work"], false),
        ("Other", [], false), ("Work Fax", ["work", "fax"], false), ("Grand Central", ["grand central"], false),
    ])
    func `types are read as exports and Google write them`(text: String, expected: [String], preferred: Bool) {
        // In a file of this program they are labels, too.
        for (text, expected, preferred, isOwn) in [
            (text, expected, preferred, false), ("* Boat,Home, mobile", ["Boat", "home", "cell"], true, true),
            ("other,B x", ["other", "B x"], false, true), ("* \u{2028}x", ["\u{2028}x"], true, true),
        ] {
            var (types, isPreferred): ([String], Bool) = ([], false)
            CSVTypes.set(text, &types, &isPreferred, isOwn: isOwn)
            #expect(types == expected && isPreferred == preferred, "\(text)")
        }
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

@Suite struct CSVSurveyTests {
    private func survey(_ dates: [String], order: DateOrder? = nil) throws -> CSVSurvey {
        var survey = CSVSurvey(options: CSVOptions(order: order))
        let text = "name,birthday,anniversary\n" + dates.map { "A,\($0),\n" }.joined()
        try survey.take(Array(text.utf8), isLast: true)
        return survey
    }

    @Test(arguments: [
        (["3/4/1980", "25/12/1980"], DateOrder.dmy), (["3/4/1980", "12/25/1980"], .mdy),
        (["03/04/05", "80/12/31"], .ymd),
    ])
    func `one date decides for all`(dates: [String], order: DateOrder) throws {
        let survey = try survey(dates)
        #expect(survey.doubt == nil && survey.order == order)
    }

    @Test func `without a decision, the first date that has several readings is the doubt`() throws {
        let survey = try survey(["1980-01-02", "5/5/1980", "3/4/1980"])
        #expect(survey.doubt == CSVSurvey.Doubt(line: 4, text: "3/4/1980", orders: [.dmy, .mdy]))
        #expect(survey.order == nil)
        #expect(try self.survey(["3/4/1980"], order: .mdy).doubt == nil)
        // Dates that are the same in every order left are no doubt.
        let same = try self.survey(["5/5/1980", "6/6/1981"])
        #expect(same.doubt == nil && same.order != nil)
        // Those that contradict each other decide for themselves only.
        #expect(try self.survey(["25/12/1980", "12/25/1980"]).doubt == nil)
        #expect(try self.survey(["25/12/1980", "12/25/1980", "1/2/1980"]).doubt?.text == "1/2/1980")
    }
}
