import Testing

@testable import Repository

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

    /// A query, a number, their countries, and whether the query finds the number.
    private static let inRegions: [(String, String, String?, String?, Bool)] = [
        ("+4930123", "030/123", nil, "DE", true), ("0049 30 123", "030/123", nil, "DE", true),
        ("030/123", "+49 30 123", "DE", "DE", true), ("030/123", "0049 (0)30 123", "DE", nil, true),
        ("+4130123", "030/123", nil, "DE", false), ("030/123", "+41 30 123", "DE", nil, false),
        ("030/123", "+41 30 123", nil, nil, true), ("030/123", "030/123", "DE", "FR", true),
        // Numbers of the United States have neither a zero in front nor one as their trunk prefix.
        ("030/123", "+49 30 123", "US", nil, true), ("555 010 1234", "+1 (555) 010-1234", "US", nil, true),
        ("1 555 0101234", "+15550101234", "US", nil, true), ("+1 555 0101", "(555) 010-1234", nil, "US", true),
        ("011 49 30 1234567", "+49 30 1234567", "US", nil, true), ("+49 30", "011 49 30 1234567", nil, "US", true),
        ("0011 49 30 1234567", "+49301234567", "AU", nil, true), ("810 49 30 1234567", "+49301234567", "RU", nil, true),
        // A zero belongs to a number in Italy, and the trunk prefix has two digits in Hungary.
        ("06 1234", "+39 06 1234", "IT", nil, true), ("+39061234", "06 1234", nil, "IT", true),
        ("06 1 234 5678", "+36 1 234 5678", "HU", nil, true), ("8 495 1234567", "+7 495 123-45-67", "RU", nil, true),
        ("800 1234567", "+7 800 1234567", "RU", nil, true), ("8 017 1234567", "+375 17 1234567", "BY", nil, true),
        ("80 17 1234567", "+375 17 1234567", "BY", nil, true),
    ]

    @Test(arguments: inRegions + found.map { ($0, $1, nil, nil, true) } + missed.map { ($0, $1, nil, nil, false) })
    func `a number finds itself in another form, and its country decides what it is without a code`(
        query: String,
        number: String,
        own: String?,
        other: String?,
        isFound: Bool
    ) throws {
        let query = try #require(PhoneKey(query, region: own.flatMap { PhoneRegion($0) }))
        let number = try #require(PhoneKey(number, region: other.flatMap { PhoneRegion($0) }))
        #expect(query.isFound(in: number) == isFound)
    }

    @Test func `numbers are one line when they are the same in E.164, or when a country is not known`() throws {
        func isSame(_ one: String, _ other: String, _ region: String? = nil) throws -> Bool {
            let region = region.flatMap { PhoneRegion($0) }
            return try #require(PhoneKey(one, region: region)).isSameLine(as: #require(PhoneKey(other, region: region)))
        }
        #expect(try isSame("+44 20 7946 0001", "020 7946 0001"))
        #expect(try isSame("+44 20 7946 0001", "020 7946 0001", "GB"))
        #expect(try !isSame("+44 20 7946 0001", "020 7946 0001", "DE"))
        #expect(try !isSame("+44 20 7946 0001", "+49 20 7946 0001"))
        #expect(try isSame("٠٣٠ ١٢٣٤٥٦٧", "０３０-1234567"))
    }

    @Test(
        arguments: [
            ("", nil), (" ", nil), ("+", nil), ("()-", nil), ("½", nil), ("²", nil), ("①", nil), ("½ 5", "5"),
            ("3½4", "34"), ("۱۲", "12"), ("१२", "12"),
        ]
            as [(String, String?)]
    )
    func `decimal digits of every script count, other numbers do not`(text: String, digits: String?) {
        #expect(PhoneKey(text)?.digits == digits)
        #expect((PhoneKey(text) == nil) == (digits == nil))
    }

    @Test(
        arguments: [
            ("+49 (0)171 123-4567", "491711234567"), ("0049 171 1234567", "491711234567"),
            ("0171/1234567", "1711234567"), ("171 1234567", "1711234567"), ("(067) Z42-7667", "67427667"),
            ("0171 123 ext. 45", "17112345"), ("٠١٧١ ١٢٣", "171123"), ("+1 (555) 010-1234", "15550101234"),
            ("none", nil), ("0", nil), ("000", nil),
        ] as [(String, String?)]
    )
    func `all ways of writing a number have one identity, and zeros none`(text: String, identity: String?) {
        #expect(PhoneKey(text)?.identity == identity)
    }
}

@Suite struct PhoneRegionTests {
    @Test func `a country is a code of two letters in any case`() {
        #expect(PhoneRegion("de")?.code == "DE")
        for text in ["", "D", "DEU", "XX", "ZZ", "1A"] { #expect(PhoneRegion(text) == nil) }
    }

    @Test func `the locale names the country by the strongest variable`() {
        #expect(PhoneRegion(localeIn: ["LANG": "de_CH.UTF-8"])?.code == "CH")
        #expect(PhoneRegion(localeIn: ["LC_TELEPHONE": "fr_FR@euro", "LANG": "de_DE"])?.code == "FR")
        #expect(PhoneRegion(localeIn: ["LC_ALL": "C.UTF-8", "LANG": "de_DE"]) == nil)
        #expect(PhoneRegion(localeIn: ["LC_ALL": "", "LANG": "en_US.UTF-8"])?.code == "US")
        #expect(PhoneRegion(localeIn: [:]) == nil)
    }

    @Test(arguments: [
        ("Germany", "DE"), ("DEUTSCHLAND", "DE"), ("Österreich", "AT"), ("usa", "US"), ("ch", "CH"), ("日本", "JP"),
    ])
    func `an address names its country in words`(name: String, code: String) {
        #expect(PhoneRegion(named: name)?.code == code)
    }

    @Test func `the address decides before the nationality`() {
        var contact = Contact(id: ContactID(rawValue: "a"), nationality: "FR")
        #expect(contact.phoneRegion?.code == "FR")
        contact.address.country = "Atlantis"
        #expect(contact.phoneRegion?.code == "FR")
        contact.address.country = "Switzerland"
        #expect(contact.phoneRegion?.code == "CH")
    }

    @Test func `every name is that of a country with a code, and no code begins another`() {
        #expect(CountryNames.codes.count > 250)
        for (name, code) in CountryNames.codes { #expect(!name.isEmpty && PhoneRegion(code) != nil, "\(name)") }
        let codes = Set(PhonePlans.byCode.keys)
        #expect(PhonePlans.byCountry.count > 240)
        #expect(codes.count > 210)
        for code in codes {
            #expect((1...3).contains(code.utf8.count))
            for length in 1..<3 where length < code.utf8.count { #expect(!codes.contains(String(code.prefix(length)))) }
        }
    }
}
