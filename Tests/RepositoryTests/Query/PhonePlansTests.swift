import Testing

@testable import Repository

@Suite struct PhonePlansTests {
    @Test func `every country has a code, and no code begins another`() {
        let codes = Set(PhonePlans.byCode.keys)
        #expect(PhonePlans.byCountry.count > 240)
        #expect(codes.count > 210)
        for code in codes {
            #expect((1...3).contains(code.utf8.count))
            for length in 1..<3 where length < code.utf8.count { #expect(!codes.contains(String(code.prefix(length)))) }
        }
    }

    @Test(arguments: [("4930", "DE"), ("1212", "US"), ("7495", "RU"), ("35312", "IE"), ("80012", "XX")])
    func `a number is of the country whose code it begins with`(number: String, country: String) {
        #expect(PhonePlans.plan(of: number[...])?.country == country)
    }

    @Test func `no country has an unassigned code`() {
        #expect(PhonePlans.plan(of: "210123") == nil)
        #expect(PhonePlans.plan(of: "") == nil)
    }
}
