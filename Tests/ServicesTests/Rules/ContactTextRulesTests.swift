import Repository
import Testing

@testable import Services

@Suite struct ContactTextRulesTests {
    private func isAllowed(_ check: () throws -> Void) -> Bool { (try? check()) != nil }

    @Test func `a line has at most 1000 characters and no control character`() {
        #expect(isAllowed { try ContactTextRules.checkText(nil, "city") })
        #expect(isAllowed { try ContactTextRules.checkText(String(repeating: "ü", count: 1000), "city") })
        #expect(!isAllowed { try ContactTextRules.checkText(String(repeating: "x", count: 1001), "city") })
        for text in ["a\nb", "a\tb", "\u{7}", "a\u{2028}b", "a\u{2029}b"] {
            #expect(!isAllowed { try ContactTextRules.checkText(text, "city") }, "\(text.debugDescription)")
        }
    }

    @Test func `a note may have several lines`() {
        #expect(isAllowed { try ContactTextRules.checkNote("one\r\n\ttwo") })
        #expect(!isAllowed { try ContactTextRules.checkNote("a\u{0}b") })
        #expect(!isAllowed { try ContactTextRules.checkNote(String(repeating: "x", count: 100_001)) })
    }

    @Test(arguments: [
        ("ada@example.com", true), ("ü@bücher.example", true), ("plain", false), ("@x", false), ("x@", false),
        ("a@b@c", false), ("a b@c", false), ("a@b\u{A0}c", false),
    ])
    func `an e-mail address has one at sign between texts`(email: String, isAllowed: Bool) {
        #expect(self.isAllowed { try ContactTextRules.checkEmail(email) } == isAllowed)
    }

    @Test(arguments: [
        ("1815-12-10", true), ("--12-10", true), ("--02-29", true), ("1900-02-29", false), ("1815-13-01", false),
        ("--13-01", false), ("1815-12", false), ("10.12.1815", false), ("", false),
    ])
    func `a date is a day of a calendar, with or without its year`(date: String, isAllowed: Bool) {
        #expect(self.isAllowed { try ContactTextRules.checkDate(date, "birthday") } == isAllowed)
    }

    @Test func `telephone numbers, links and groups are not blank`() {
        #expect(isAllowed { try ContactTextRules.checkPhone("Q12 X34") })
        #expect(!isAllowed { try ContactTextRules.checkPhone("\u{3000}") })
        #expect(isAllowed { try ContactTextRules.checkURL("https://example.org/page") })
        #expect(!isAllowed { try ContactTextRules.checkURL("") })
        #expect(!isAllowed { try ContactTextRules.checkURL("a b") })
        #expect(isAllowed { try ContactTextRules.checkCategory("old friends") })
        #expect(!isAllowed { try ContactTextRules.checkCategory(" ") })
    }
}
