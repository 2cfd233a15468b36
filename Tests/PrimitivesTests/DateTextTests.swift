import Testing

@testable import Primitives

@Suite struct DateTextTests {
    @Test(arguments: [
        ("1980-04-03", "1980-04-03"), ("1980/4/3", "1980-04-03"), ("19800403", "1980-04-03"),
        (" --04-03", "--04-03"), ("--0403", "--04-03"), ("1980-04-03T00:00:00Z", "1980-04-03"),
        ("1980-04-03 12:00:00 AM", "1980-04-03"), ("3 April 1980", "1980-04-03"), ("Apr 3, 1980", "1980-04-03"),
        ("3. März 80", "1980-03-03"), ("10 décembre 1815", "1815-12-10"), ("December 10", "--12-10"),
        ("3-Feb-04", "2004-02-03"), ("1980", "1980"), ("1980-04", "1980-04"), ("2000-02-29", "2000-02-29"),
    ])
    func `a date with one reading is read`(text: String, date: String) {
        #expect(DateText(text, before: 2026) == .date(date))
    }

    @Test func `zeros and placeholders are no date, and what no calendar has is unreadable`() {
        for text in ["", " ", "0/0/00", "0/0/0000", "00.00.0000", "0000-00-00", "-", "1/1/4501", "--"] {
            #expect(DateText(text, before: 2026) == .none, "\(text)")
        }
        for text in [
            "soon", "31/31/1980", "1980-02-30", "1980-13-01", "12", "3 Foo 1980", "1/2/3/4", "1900-02-29", "199999999",
        ] { #expect(DateText(text, before: 2026) == .unreadable, "\(text)") }
    }

    @Test(arguments: [
        ("25/12/1980", [DateOrder.dmy: "1980-12-25"]), ("12-25-80", [.mdy: "1980-12-25"]),
        ("3/4/1980", [.dmy: "1980-04-03", .mdy: "1980-03-04"]), ("3/4", [.dmy: "--04-03", .mdy: "--03-04"]),
        ("03/04/05", [.dmy: "2005-04-03", .mdy: "2005-03-04", .ymd: "2003-04-05"]),
        // Dots stand between day, month and year.
        ("03.04.1980", [.dmy: "1980-04-03"]),
    ])
    func `numbers alone are read in the orders that they allow`(text: String, readings: [DateOrder: String]) {
        #expect(DateText(text, before: 2026) == .open(readings))
    }

    @Test(arguments: [("1/13/26", "2026-01-13"), ("1/13/27", "1927-01-13"), ("1/13/99", "1999-01-13")])
    func `a year of two digits is the latest that is not in the future`(text: String, date: String) {
        #expect(DateText(text, before: 2026).date(in: .mdy) == date)
    }
}
