import Testing

@testable import Repository

@Suite struct RepositoryErrorTests {
    @Test func `the description has the message only, since candidates are personal data`() {
        let ada = Contact(id: ContactID(rawValue: "a"), name: PersonName(first: "Ada"), origin: .local)
        let error = RepositoryError(.ambiguous, "“a” is ambiguous.", candidates: [ada])
        #expect("\(error)" == "“a” is ambiguous.")
        #expect(error.candidates.count == 1)
    }

    @Test func `an unknown identifier is shown without control characters, and not in full length`() {
        let error = RepositoryError.noContact(ContactID(rawValue: "x\u{1B}[31m" + String(repeating: "y", count: 100)))
        #expect(error.code == .notFound)
        #expect(!error.message.unicodeScalars.contains("\u{1B}"))
        #expect(error.message.count < 150)
        #expect(error.message.hasSuffix("Look for it with: contacts search"))
    }

    @Test func `codes have stable names`() {
        #expect(RepositoryError.Code.rateLimited.rawValue == "rate-limited")
        #expect(RepositoryError.Code(rawValue: "database-busy") == .databaseBusy)
    }
}
