import Testing

@testable import Repository

@Suite struct ContactKeysTests {
    private func keys(first: String? = nil, last: String? = nil, _ change: (inout Contact) -> Void = { _ in })
        -> SortKeys
    {
        var contact = Contact(id: ContactID(rawValue: ""), name: PersonName(first: first, last: last))
        change(&contact)
        return SortKeys(contact)
    }

    @Test func `names are folded and joined by a separator that sorts first`() {
        #expect(keys(first: "Zoë", last: "Đorđević").last == "0dordevic\u{1}zoe")
        #expect(keys(first: "Zoë", last: "Đorđević").first == "0zoe\u{1}dordevic")
        #expect(keys(first: "Ann").last == "0ann\u{1}")
        #expect(keys(first: "Ann").first == "0ann\u{1}")
        #expect(keys().last == "2")
    }

    @Test func `without a family and a given name the display name sorts among all others`() {
        #expect(keys { $0.organization = "Zeppelin" }.last == "0zeppelin\u{1}")
        #expect(keys { $0.nickname = "Nick" }.first == "0nick\u{1}")
        #expect(keys { ($0.organization, $0.name.formatted) = ("Zeppelin", "Full") }.last == "0full\u{1}")
        #expect(keys { ($0.organization, $0.nickname) = ("Zeppelin", "Nick") }.last == "0nick\u{1}")
        #expect(keys { ($0.email, $0.cell) = ("Ada@x", "12") }.last == "0ada@x\u{1}")
        #expect(keys { $0.cell = "+12" }.last == "0+12\u{1}")
        #expect(keys(last: "Lee") { $0.name.formatted = "Dr. Ann Lee" }.last == "0lee\u{1}")
    }

    @Test(arguments: [
        ("1984-11-12", "011-121984"), ("--11-12", "011-120000"), (nil, "1"), ("in spring", "1"), ("1984-11", "1"),
        ("1984-1x-12", "1"),
    ])
    func `a birthday sorts by month, day and year`(birthday: String?, key: String) {
        #expect(keys { $0.birthday = birthday }.birthday == key)
    }

    @Test func `a removed contact has sort keys but no words`() {
        let contact = Contact.sample("a")
        let (present, removed) = (ContactKeys(contact), ContactKeys(contact, isRemoved: true))
        #expect(present.order == removed.order)
        #expect(removed.words == .none && present.words != .none)
    }
}
