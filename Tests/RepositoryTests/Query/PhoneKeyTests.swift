import Testing

@testable import Repository

/// Which way of writing a number finds which.
@Suite struct PhoneKeyTests {
    private static let found: [(String, String)] = [
        ("+49 171 123", "0171/123"), ("0049171", "(0171) 123456"), ("0171 123", "+49 171-123"),
        ("0171123", "0049 (0) 171 123"), ("+49 (0)171", "+49171123"), ("171123", "+49 171 123"),
        ("+49", "+49 30 1"), ("7667", "(067) Z42-7667"), ("z42", "(067) Z42-7667"), ("067Z427", "(067) Z42-7667"),
        ("+1 555", "(555) 010-1234"), ("+380 671", "067 1"), ("5550101", "+1 (555) 0101"),
    ]

    private static let missed: [(String, String)] = [
        ("+49 171", "+41 171 123"), ("+49 171", "0172 123"), ("0171", "+49 172"), ("+49", "0171 123"),
        ("z43", "(067) Z42-7667"), ("7668", "(067) Z42-7667"), ("00", "0171"), ("+331", "0171 123456"),
    ]

    @Test(arguments: found)
    func `a number finds itself in another form`(query: String, number: String) throws {
        let (query, number) = (try #require(PhoneKey(query)), try #require(PhoneKey(number)))
        #expect(query.isFound(in: number))
    }

    @Test(arguments: missed)
    func `a number does not find another`(query: String, number: String) throws {
        let (query, number) = (try #require(PhoneKey(query)), try #require(PhoneKey(number)))
        #expect(!query.isFound(in: number))
    }

    @Test(arguments: [
        ("+49 (0)171 123-4567", "491711234567"), ("0049 171 1234567", "491711234567"), ("0171/1234567", "1711234567"),
        ("171 1234567", "1711234567"), ("(067) Z42-7667", "67427667"), ("0171 123 ext. 45", "17112345"),
        ("٠١٧١ ١٢٣", "171123"), ("+1 (555) 010-1234", "15550101234"),
    ])
    func `the identity is the same for all ways of writing a number`(text: String, identity: String) throws {
        #expect(try #require(PhoneKey(text)).identity == identity)
    }

    @Test(arguments: ["none", "0", "000"])
    func `without a digit but zero there is no identity`(text: String) {
        #expect(PhoneKey(text)?.identity == nil)
    }

    @Test(arguments: ["", " ", "+", "()-"])
    func `without a digit or letter there is no number`(text: String) {
        #expect(PhoneKey(text) == nil)
    }
}
