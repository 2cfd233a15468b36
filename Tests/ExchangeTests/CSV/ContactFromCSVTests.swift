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

    @Test func `unknown columns get a name of their own`() throws {
        let read = try #require(try ContactFromCSV(header: ["name", "Shoe size (EU)", "x-foo", "", "名"]))
        let names = read.columns.map { column -> String? in
            if case .line(let name) = column.meaning { name } else { nil }
        }
        #expect(names == [nil, "X-SHOE-SIZE-EU", "X-FOO", "X-COLUMN-4", "X-COLUMN-5"])
        #expect(read.columns.map(\.isUnknown) == [false, true, true, false, true])
        #expect(read.needsSurvey)
        #expect(try ContactFromCSV(header: ["name", "email"])?.needsSurvey == false)
    }

    @Test func `an order that is given is not guessed against`() {
        let open = DateText("12/31/1980", before: 2026)
        #expect(CSVDateRule(order: .dmy, isGiven: true).date(open) == nil)
        #expect(CSVDateRule(order: .dmy).date(open) == "1980-12-31")
        #expect(CSVDateRule().date(DateText("3/4/1980", before: 2026)) == nil)
        #expect(CSVDateRule().date(DateText("5/5/1980", before: 2026)) == "1980-05-05")
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
}
