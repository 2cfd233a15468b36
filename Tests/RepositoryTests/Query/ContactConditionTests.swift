import Testing

@testable import Repository

@Suite struct ContactConditionTests {
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
