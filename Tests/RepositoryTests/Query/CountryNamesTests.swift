import Testing

@testable import Repository

@Suite struct CountryNamesTests {
    @Test func `every name is that of a country with telephone numbers`() {
        #expect(CountryNames.codes.count > 250)
        for (name, code) in CountryNames.codes { #expect(!name.isEmpty && PhoneRegion(code) != nil, "\(name)") }
    }
}
