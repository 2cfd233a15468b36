import Testing

@testable import ContactsCLI

struct NumberRangesTests {
    @Test(arguments: [
        ("1", [1]), ("1,4,7-8", [1, 4, 7, 8]), (" 3 , 1 ", [3, 1]), ("2 2-3", [2, 3]), ("10", [10]),
        ("1-10", Array(1...10)),
    ])
    func `numbers and ranges are each counted once`(text: String, numbers: [Int]) {
        #expect(NumberRanges.numbers(in: text, upTo: 10) == numbers)
    }

    @Test(arguments: [
        "", " ", ",", "0", "11", "1-11", "3-2", "1-2-3", "-1", "1-", "-", "x", "1,x", "99999999999999999999",
        "1-99999999999999999999",
    ])
    func `anything else is none`(text: String) {
        #expect(NumberRanges.numbers(in: text, upTo: 10) == nil)
    }
}
