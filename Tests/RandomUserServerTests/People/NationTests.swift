import Testing

@testable import RandomUserServer

@Suite struct NationTests {
    private static let file = NationFile(
        """
        # A comment.
        [XX]
        country: Nowhere
        male: Ann, Bob ,
          Carl
        last: Example,
        street forms: * Street, Via *
        street names:
          North, South
        other streets: -, Odd Lane , x
        cell: ## #

        [YY]
        cities:
        """
    )

    @Test func `items end at commas and lines, and keep the blanks behind them`() {
        #expect(Set(Self.file.sections.keys) == ["XX", "YY"])
        let lists = Self.file.sections["XX"] ?? [:]
        #expect(lists["male"] == ["Ann", "Bob ", "Carl"])
        #expect(lists["last"] == ["Example"])
        #expect(Self.file.sections["YY"] == ["cities": []])
    }

    @Test func `each street form is filled with each name, and other streets follow as they are`() {
        let nation = Nation("XX", Self.file.sections["XX"] ?? [:])
        #expect(nation.country == "Nowhere")
        #expect(
            nation.streets == ["North Street", "South Street", "Via North", "Via South", "", "Odd Lane ", "x"]
        )
        #expect(nation.cell == "## #")
        #expect(nation.cities.isEmpty)
    }

    @Test func `each nation of the service has a section of its own that is full`() throws {
        for code in APIVersion.latest.nations + ["LEGO"] {
            let nation = try #require(Nation.all[code])
            #expect(nation.code == code)
            #expect((nation.country == nil) == (code == "LEGO"))
            for list in [nation.male, nation.female, nation.last, nation.streets, nation.cities, nation.states] {
                #expect(list.count >= 4, "\(code)")
            }
            #expect(!nation.phones.isEmpty && !nation.cell.isEmpty)
        }
        for words in [CommonWords.adjectives, CommonWords.nouns, CommonWords.passwords] { #expect(words.count > 60) }
    }
}
