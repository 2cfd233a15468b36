import Repository
import RepositoryDoubles
import Testing

@testable import Services

@Suite struct ContactMergerTests {
    @Test func `what the first does not know comes from the others, and what it knows stays`() {
        let first = Contact.made("1") { contact in
            contact.name = PersonName(first: "Ada", last: "Lovelace")
            contact.emails = [ContactValue("ADA@example.com", types: ["work"], isPreferred: true)]
            contact.phones = [ContactValue("+44 20 123456", types: ["home"])]
            contact.categories = ["Friends"]
            contact.lines = ["X-A:1"]
        }
        let second = Contact.made("2") { contact in
            contact.name = PersonName(title: "Lady", first: "Ada", last: "Lovelace")
            let preferred = ContactValue("a@b.c", isPreferred: true)
            contact.emails = [ContactValue("ada@example.com", types: ["home"]), preferred]
            contact.phones = [ContactValue("0044 20-123456", types: ["cell"]), ContactValue("1234567")]
            contact.birthday = "1815-12-10"
            contact.addresses = [ContactAddress(PostalAddress(city: "London"), isPreferred: true)]
            contact.categories = ["friends", "poets"]
            contact.lines = ["X-A:1", "X-B:2"]
            contact.isFavorite = true
            contact.photo = .uri("https://example.org/p")
        }
        let merged = ContactMerger.merged(first, with: [second])
        var expected = first
        expected.name.title = "Lady"
        expected.emails = [
            ContactValue("ADA@example.com", types: ["work", "home"], isPreferred: true), ContactValue("a@b.c"),
        ]
        expected.phones = [ContactValue("+44 20 123456", types: ["home", "cell"]), ContactValue("1234567")]
        (expected.birthday, expected.addresses, expected.photo) = (second.birthday, second.addresses, second.photo)
        (expected.categories, expected.lines, expected.isFavorite) = (["Friends", "poets"], ["X-A:1", "X-B:2"], true)
        #expect(merged == expected)
    }

    @Test func `what contradicts the first is put in the note, so that no value is lost`() {
        let first = Contact.made("1") { contact in
            contact.name = PersonName(first: "A.", last: "Lovelace")
            contact.birthday = "1815-12-10"
            contact.pronouns = "she/her"
            contact.note = "old"
            contact.photo = .uri("https://example.org/1")
        }
        let second = Contact.made("2") { contact in
            contact.name = PersonName(first: "Ada", last: "King")
            contact.birthday = "1815-12-11"
            contact.pronouns = "they/them"
            contact.jobTitle = "Countess"
            contact.note = "new"
            contact.photo = .data(mediaType: "image/png", base64: "AA==")
        }
        let merged = ContactMerger.merged(first, with: [second])
        #expect(merged.name == first.name)
        #expect(merged.birthday == "1815-12-10")
        #expect(merged.jobTitle == "Countess")
        #expect(merged.note == "old\n\nnew\n\nMerged: name Ada King; pronouns they/them; birthday 1815-12-11")
        #expect(merged.photo == first.photo)
        #expect(merged.lines == ["X-MERGED-PHOTO:data:image/png;base64,AA=="])
    }

    @Test func `of an address in two forms the one that says more is kept, and of a date one line`() {
        let first = Contact.made("1") { contact in
            contact.phones = [ContactValue("0171 1234567", types: ["cell"])]
            contact.birthday = "1980-01-01"
            contact.addresses = [ContactAddress(PostalAddress(city: "Köln"), types: ["home"])]
        }
        let address = PostalAddress(street: "Weg 1", city: "Köln", postcode: "50667")
        let second = Contact.made("2") { contact in
            contact.phones = [ContactValue("+49 171 1234567")]
            contact.birthday = "1981-01-01"
            contact.lines = ["BDAY:1981-01-01", "item1.FN:Else", "X-KEPT:1"]
            contact.addresses = [ContactAddress(address), ContactAddress(PostalAddress(city: "Bonn"))]
        }
        let merged = ContactMerger.merged(first, with: [second])
        // The one without a country may be of another.
        #expect(merged.phones.map(\.value) == ["0171 1234567", "+49 171 1234567"])
        #expect(merged.birthday == "1980-01-01" && merged.note == "Merged: birthday 1981-01-01")
        #expect(merged.lines == ["X-KEPT:1"])
        #expect(merged.addresses.map(\.address) == [address, PostalAddress(city: "Bonn")])
        #expect(merged.addresses.map(\.types) == [["home"], []])
    }

    @Test(arguments: [
        ("1990", "1990-05-06"), ("1990-05", "1990-05-06"), ("--05-06", "1990-05-06"), ("1990-05-06", "1990"),
    ])
    func `of two dates the one that says more is kept`(one: String, other: String) {
        let merged = ContactMerger.merged(.made { $0.birthday = one }, with: [.made("2") { $0.birthday = other }])
        #expect(merged.birthday == "1990-05-06" && merged.note == nil)
    }

    @Test func `the name that says more is taken as a whole`() {
        func merged(_ one: PersonName, _ two: PersonName) -> Contact {
            ContactMerger.merged(.made("1") { $0.name = one }, with: [.made("2") { $0.name = two }])
        }
        let short = PersonName(first: "G.", last: "Hopper")
        var whole = PersonName(title: "Dr.", first: "Grace", middle: "Brewster", last: "Hopper")
        whole.formatted = "Grace Brewster Hopper"
        #expect(merged(short, whole).name == whole && merged(short, whole).note == nil)
        #expect(merged(whole, short).name == whole && merged(whole, short).note == nil)
        var titled = PersonName(first: "Max", last: "Big")
        titled.formatted = "Dr. Max Big"
        #expect(merged(PersonName(first: "Max", last: "Big"), titled).name == titled)
        // Two people, or one who married: nothing of one name is mixed into the other.
        let other = PersonName(title: "Prof.", first: "Gráinne", middle: "Mary", last: "O’Neill")
        let result = merged(PersonName(first: "Grainne", last: "Byrne"), other)
        #expect(result.name == PersonName(first: "Grainne", last: "Byrne"))
        #expect(result.note == "Merged: name Prof. Gráinne Mary O’Neill")
        // Parts of the same name complete each other.
        var ada = PersonName(first: "Ada", middle: "B", last: "King")
        let completed = merged(PersonName(title: "Dr.", first: "Ada", last: "King"), ada)
        ada.title = "Dr."
        #expect(completed.name == ada)
    }

    @Test func `equal addresses and notes are there once, and merging with oneself changes nothing`() {
        let first = Contact.made("1") { contact in
            contact.name = PersonName(first: "Zoë", last: "Ång")
            contact.addresses = [ContactAddress(PostalAddress(street: "Rue du Lac 1", city: "Genève"), types: ["home"])]
            contact.note = "a note\nwith lines"
        }
        let second = Contact.made("2") { contact in
            contact.name = PersonName(first: "ZOE", last: "ANG")
            contact.addresses = [ContactAddress(PostalAddress(street: "rue du lac 1", city: "Geneve"))]
            contact.note = "with lines"
        }
        #expect(ContactMerger.merged(first, with: [second]) == first)
        #expect(ContactMerger.merged(first, with: [first]) == first)
    }

    @Test func `of several preferred addresses one stays preferred`() {
        let people = ["Bath", "York", "Hull"].enumerated().map { index, city in
            Contact.made("\(index)") {
                $0.addresses = [ContactAddress(PostalAddress(city: city), isPreferred: index > 0)]
            }
        }
        let merged = ContactMerger.merged(people[0], with: Array(people[1...]))
        #expect(merged.addresses.map(\.isPreferred) == [false, true, false])
    }
}
