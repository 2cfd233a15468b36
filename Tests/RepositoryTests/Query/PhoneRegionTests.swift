import Testing

@testable import Repository

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

    @Test func `every name is that of a country with telephone numbers`() {
        #expect(CountryNames.codes.count > 250)
        for (name, code) in CountryNames.codes { #expect(!name.isEmpty && PhoneRegion(code) != nil, "\(name)") }
    }

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
