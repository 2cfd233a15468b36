import Repository
import Testing

@testable import Services

@Suite struct DuplicateScoreTests {
    private func score(_ one: (inout Contact) -> Void, _ other: (inout Contact) -> Void) -> DuplicateScore {
        func compared(_ change: (inout Contact) -> Void) -> ComparedContact {
            var contact = Contact(id: ContactID(rawValue: "a"))
            change(&contact)
            return ComparedContact(contact, region: nil)
        }
        return DuplicateScore(compared(one), compared(other))
    }

    @Test func `points add up, to 100 at most`() {
        let ada: (inout Contact) -> Void = {
            $0.name = PersonName(first: "Ada", last: "Lovelace")
            ($0.email, $0.phone, $0.birthday) = ("a@x", "020 7946 0001", "1815-12-10")
        }
        let whole = score(ada, ada)
        #expect(whole.points == 100)
        #expect(
            whole.reasons == ["the same e-mail address", "the same number", "the same birthday", "the same name"]
        )
        let initial = score(ada) {
            $0.name = PersonName(first: "A.", last: "Lovelace")
            $0.phone = "020 79460001"
        }
        #expect(initial.points == 65 && initial.isPossible && !initial.isCertain)
    }

    @Test func `without names that go together there are no points`() {
        let score = score(
            {
                $0.name.first = "Sales"
                $0.email = "office@x"
                $0.phone = "020 7946 0001"
            },
            {
                $0.name.first = "Support"
                $0.email = "office@x"
                $0.phone = "020 7946 0001"
            }
        )
        #expect(score.points == 0 && score.reasons.isEmpty)
    }

    @Test func `a birthday without a year is worth half of a whole one`() {
        func points(_ birthday: String) -> Int {
            func ada(_ contact: inout Contact) {
                contact.name = PersonName(first: "Ada")
                contact.birthday = birthday
            }
            return score(ada, ada).points
        }
        #expect(points("1815-12-10") - points("--12-10") == 20)
    }

    @Test func `a mobile number is more than one of a household`() {
        func mobile(_ contact: inout Contact) {
            contact.name.first = "Ada"
            contact.phones = [ContactValue("0171 1234567", types: ["cell"])]
        }
        #expect(score(mobile, mobile).points == 80)
    }
}
