import Testing

@testable import RandomUserServer

@Suite struct NationTableTests {
    private static let table = NationTable(
        "XX",
        "Nowhere",
        male: "Ann, Bob ,\n  Carl",
        female: "Dora",
        last: "Example, ",
        streetForms: "* Street, Via *, plain",
        streetNames: "North, South",
        cities: "",
        states: "One,Two",
        extraStreets: ["", "Odd Lane "]
    )

    @Test func `items end at commas and lines, and keep the blanks behind them`() {
        #expect(Self.table.male == ["Ann", "Bob ", "Carl"])
        #expect(Self.table.last == ["Example"])
        #expect(Self.table.cities.isEmpty)
        #expect(Self.table.states == ["One", "Two"])
    }

    @Test func `each street form is filled with each name, and other streets follow as they are`() {
        #expect(
            Self.table.streets == [
                "North Street", "South Street", "Via North", "Via South", "plainNorth", "plainSouth", "", "Odd Lane ",
            ]
        )
    }

    @Test func `each nation of the service has a table of its own that is full`() {
        for code in APIVersion.latest.nations + ["LEGO"] {
            let table = NationTable.table(code)
            #expect(table.code == code)
            #expect((table.country == nil) == (code == "LEGO"))
            for list in [table.male, table.female, table.last, table.streets, table.cities, table.states] {
                #expect(list.count >= 4, "\(code)")
            }
        }
        #expect(NationTable.table("??").code == "LEGO")
    }
}
