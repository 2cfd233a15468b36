import Repository
import Testing

@Suite struct RetryAfterTests {
    @Test(arguments: [
        ("120", 120), ("0", 0), ("-5", 0), (" 7 ", 7), ("99999999999999999999999", 86_400), ("100000", 86_400),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
        ("Sun, 06 Nov 2094 08:48:00 GMT", 86_400),
    ])
    func `seconds and dates are understood and bounded`(field: String, seconds: Int) {
        #expect(RetryAfter.delay(field, now: 784_111_740) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "soon", "1.5", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "a b c d e GMT",
    ])
    func `anything else is no wish`(field: String) {
        #expect(RetryAfter.delay(field, now: 0) == nil)
    }
}
