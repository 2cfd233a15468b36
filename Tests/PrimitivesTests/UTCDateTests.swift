import Primitives
import Testing

@Suite struct UTCDateTests {
    @Test(arguments: [
        ("1967-07-23T09:18:33.666Z", "1967-07-23T09:18:33.666Z"),
        ("2011-09-28T22:27:24Z", "2011-09-28T22:27:24.000Z"),
        ("1984-11-12 06:01:02", "1984-11-12T06:01:02.000Z"),
        ("1944-08-25", "1944-08-25T00:00:00.000Z"),
        ("2000-02-29T23:30:00+01:00", "2000-02-29T22:30:00.000Z"),
        ("2001-01-01T00:10:00-0530", "2001-01-01T05:40:00.000Z"),
        ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
        ("0001-01-01T00:00:00.1Z", "0001-01-01T00:00:00.100Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ])
    func `a date is parsed and printed in UTC`(text: String, expected: String) {
        #expect(UTCDate(text: text)?.timestamp == expected)
    }

    @Test(arguments: [
        "", "today", "2001-02-29", "2001-13-01", "2001-00-01", "2001-01-00", "1900-02-29", "2001-01-01T24:00:00Z",
        "2001-01-01T00:60:00Z", "2001-01-01T00:00:61Z", "2001-01-01Tx", "2001-01-01T00:00:00.Z",
        "2001-01-01T00:00:00Zx",
        "2001-01-01T00:00:00+25:00", "0000-01-01", "0001-01-01T00:00:00+01:00", "12001-01-01", "2001-1-1",
        "２００１-01-01",
    ])
    func `an invalid date is not parsed`(text: String) {
        #expect(UTCDate(text: text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01"), (-1, "1969-12-31"), (951_782_400_000, "2000-02-29"), (-800_000_000_000, "1944-08-25"),
    ])
    func `milliseconds are on the right day`(milliseconds: Int64, day: String) {
        #expect(UTCDate(milliseconds: milliseconds)?.day == day)
    }

    @Test func `the days around each new month and year survive printing and parsing`() throws {
        // The 4,800 months of four centuries have 146,097 days: within two days of the average, a month begins.
        let months = (Int64(-2_400)..<2_400).flatMap { month in (-2...2).map { month * 146_097 / 4_800 + $0 } }
        // 365.2425 days a year on average: within three days of it, a year begins. From 2 to 9998.
        // Every third year, which is each year of the cycle of 400 years some time.
        let years = stride(from: Int64(-1_968), to: 8_029, by: 3).flatMap { year in
            (-1...1).map { year * 3_652_425 / 10_000 + $0 }
        }
        for day in months + years {
            let date = try #require(UTCDate(milliseconds: day * 86_400_000 + 12_345), "day \(day)")
            guard UTCDate(text: date.timestamp) == date else {
                Issue.record("day \(day) became \(date.timestamp)")
                return
            }
        }
    }

    @Test func `years without four digits are refused`() {
        #expect(UTCDate(milliseconds: .max) == nil)
        #expect(UTCDate(milliseconds: .min) == nil)
    }
}
