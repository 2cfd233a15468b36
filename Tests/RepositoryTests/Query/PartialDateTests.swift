import Testing

@testable import Repository

@Suite struct PartialDateTests {
    @Test(
        arguments: [
            ("1980-06-15", 1980, 6, 15), ("19800615", 1980, 6, 15), ("1980-06", 1980, 6, nil), ("1980", 1980, nil, nil),
            ("06-15", nil, 6, 15), ("--06-15", nil, 6, 15), ("--0615", nil, 6, 15),
            ("1980-06-15T10:00:00Z", 1980, 6, 15),
        ] as [(String, Int?, Int?, Int?)]
    )
    func `dates are read`(text: String, year: Int?, month: Int?, day: Int?) throws {
        let date = try #require(PartialDate(text))
        #expect([date.year, date.month, date.day] == [year, month, day])
    }

    @Test(arguments: [
        "", "soon", "1980-13-01", "1980-00-01", "06-32", "1980-6-5", "98", "--", "--1980", "1980-06-15-1", "é",
    ])
    func `other text is no date`(text: String) {
        #expect(PartialDate(text) == nil)
    }

    @Test func `a date agrees with dates that have the same parts`() throws {
        func agrees(_ one: String, _ other: String) throws -> Bool {
            try #require(PartialDate(one)).agrees(with: try #require(PartialDate(other)))
        }
        #expect(try agrees("1980", "1980-06-15"))
        #expect(try agrees("06-15", "--06-15"))
        #expect(try !agrees("1980-06-15", "--06-15"))
        #expect(try !agrees("1980-06", "1980"))
    }
}
