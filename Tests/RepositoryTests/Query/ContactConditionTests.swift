import Testing

@testable import Repository

@Suite struct ContactConditionTests {
    @Test func `a field decides how its terms are compared`() {
        #expect(ContactCondition(ContactTerm("YES", in: .favorite)) == .flag(.favorite, true))
        #expect(ContactCondition(ContactTerm("api", in: .source)) == .flag(.source, true))
        #expect(ContactCondition(ContactTerm("DE", in: .nationality)) == .whole(.nationality, "de"))
        #expect(ContactCondition(ContactTerm("AB", in: .id)) == .identifier(.id, "ab"))
        guard case .date(.birthday, _) = ContactCondition(ContactTerm("12-10", in: .birthday)) else {
            Issue.record("a birthday is compared as a date")
            return
        }
    }

    @Test func `a term without a letter or a digit matches no contact`() {
        #expect(ContactCondition(ContactTerm("!")) == .never)
        #expect(ContactCondition(ContactTerm("+", in: .phone)) == .never)
    }

    @Test(arguments: [
        (ContactTerm("perhaps", in: .edited), "“edited:yes”"), (ContactTerm("May", in: .birthday), "YYYY-MM-DD"),
        (ContactTerm("x", in: .source), "“source:local”"), (ContactTerm("  ", in: .city), "“city:”"),
    ])
    func `a value that a field cannot have is refused with advice`(term: ContactTerm, advice: String) {
        #expect(ContactCondition(term) == .never)
        do {
            _ = try ContactCondition(checking: term)
            Issue.record("accepted")
        } catch {
            #expect(error.advice.contains(advice), "\(error.advice)")
        }
    }
}
