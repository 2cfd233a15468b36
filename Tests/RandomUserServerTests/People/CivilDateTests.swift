import Testing

@testable import RandomUserServer

@Suite struct CivilDateTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_399_000, "2000-02-28T23:59:59.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (426_929_385_120, "1983-07-13T07:29:45.120Z"), (-2_208_988_800_000, "1900-01-01T00:00:00.000Z"),
        ]
    )
    func `a moment is taken apart by the Gregorian calendar`(milliseconds: Int, text: String) {
        let date = CivilDate(milliseconds: milliseconds)
        #expect(date.text(.isoWithMilliseconds) == text)
        #expect(date.text(.iso) == text.dropLast(5) + "Z")
        #expect(date.text(.plain) == text.dropLast(5).split(separator: "T").joined(separator: " "))
    }

    @Test func `an age grows at the second of the birth`() {
        let born = CivilDate(milliseconds: 951_782_400_000)
        #expect(born.years(until: CivilDate(milliseconds: 1_709_164_799_000)) == 23)
        #expect(born.years(until: CivilDate(milliseconds: 1_709_164_800_000)) == 24)
        // In a year without 29 February the birthday is 1 March.
        #expect(born.years(until: CivilDate(milliseconds: 1_677_628_799_000)) == 22)
        #expect(born.years(until: CivilDate(milliseconds: 1_677_628_800_000)) == 23)
    }
}
