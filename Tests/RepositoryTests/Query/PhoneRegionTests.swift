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
}
