import Testing

@testable import ContactsCLI

struct ConfigurationKeyTests {
    @Test func `variables follow from the key`() {
        #expect(ConfigurationKey.apiPageSize.variable == "CONTACTS_API_PAGE_SIZE")
        #expect(ConfigurationKey.databasePath.shortVariable == "CONTACTS_DB")
        #expect(ConfigurationKey.databasePath.flag == "--db")
    }

    @Test func `a variable sets one key only`() {
        let names = ConfigurationKey.allCases.flatMap { [$0.variable, $0.shortVariable].compactMap { $0 } }
        #expect(Set(names).count == names.count)
    }

    @Test func `the token is secret, and an empty one is a value`() {
        #expect(ConfigurationKey.allCases.filter(\.isSecret) == [.apiAccessToken])
        #expect(ConfigurationKey.apiAccessToken.meansSomethingWhenEmpty)
        #expect(!ConfigurationKey.apiPageSize.meansSomethingWhenEmpty)
    }
}
