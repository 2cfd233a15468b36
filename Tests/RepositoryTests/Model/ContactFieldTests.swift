import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactFieldTests {
    private static let full: Contact = {
        var contact = Contact(id: ContactID(rawValue: "1"))
        for field in ContactField.all {
            switch field.value {
            case .text(let text): text.set(&contact, "text of \(field)")
            case .texts(let texts): texts.set(&contact, ["one of \(field)", "two of \(field)"])
            case .values(let values): values.set(&contact, [ContactValue("value of \(field)", types: ["work"])])
            case .flag(let flag): flag.set(&contact, true)
            case .addresses: contact.addresses = [ContactAddress(PostalAddress(city: "Bern"), types: ["home"])]
            case .photo: contact.photo = .uri("https://example.org/p")
            case .name, .address, .picture: break
            }
        }
        return contact
    }()

    @Test func `names, labels and columns are unique, and the published orders name fields of the table`() {
        // A template is read without regard to case.
        let labels = ContactField.editable.compactMap { $0.input?.label?.lowercased() }
        let (columns, properties) = (ContactField.all.flatMap(\.columns), ContactField.all.compactMap(\.property))
        let names = ContactField.all.map(\.name)
        for names in [names, labels, columns, properties] { #expect(Set(names).count == names.count) }
        for (list, first) in [("emails", "email"), ("phones", "phone"), ("addresses", "address"), ("lines", "dates")] {
            #expect((names.firstIndex(of: list) ?? .max) < (names.firstIndex(of: first) ?? -1), "\(list)")
        }
        #expect(Set(ContactField.queryNames).count == ContactField.queried.count)
        #expect(ContactField.shown.prefix(3).map(\.name) == ["id", "name", "first"])
        #expect(ContactField.columns.prefix(ContactField.publishedColumns).last == .note)
        #expect(ContactField.editable.last == .note, "text of several lines comes last in an editor")
        for field in [ContactField.dates, .relations, .messengers, .profiles, .kind, .members] {
            #expect(!field.isStored && field.merge == nil, "\(field) shows what kept lines say")
        }
    }

    @Test(arguments: ContactField.all)
    func `a stored field is kept in a card and comes back from it`(field: ContactField) throws {
        guard field.isStored else { return }
        var source = Contact(id: ContactID(rawValue: "1"), origin: .local)
        field.copy(from: Self.full, to: &source)
        #expect(!field.isEmpty(source))
        let empty = Contact(id: source.id, origin: .local)
        #expect(try ContactCard(json: ContactCard(from: empty, to: source).json).applied(to: empty) == source)
    }

    @Test(arguments: ContactField.all)
    func `an edit sets a field that can be typed, and clears it`(field: ContactField) {
        guard let input = field.input else { return }
        var edit = ContactEdit()
        var clearing = ContactEdit()
        switch input.edit {
        case .text(let path): (edit[keyPath: path], clearing[keyPath: path]) = ("x", "")
        case .texts(let path): (edit[keyPath: path], clearing[keyPath: path]) = (["x"], [])
        case .values(let path): (edit[keyPath: path], clearing[keyPath: path]) = ([ContactValue("x")], [])
        case .flag(let path): (edit[keyPath: path], clearing[keyPath: path]) = (true, false)
        case .addresses: (edit.addresses, clearing.addresses) = ([ContactAddress(PostalAddress(city: "x"))], [])
        }
        let empty = Contact(id: ContactID(rawValue: "1"))
        let changed = edit.applied(to: empty)
        #expect(!field.isEmpty(changed))
        #expect(clearing.applied(to: changed) == empty)
    }

    @Test func `unknown fields and values of another kind are skipped`() throws {
        let card = try ContactCard(json: #"{"shoe":"42","urls":7,"last":"Lee","favorite":"yes","note":null}"#)
        #expect(card.applied(to: .made { $0.note = "n" }) == .made { ($0.name.last, $0.isEdited) = ("Lee", true) })
    }

    @Test func `empty values equal none, and other types differ`() {
        let empty = Contact.made { ($0.note, $0.emails) = ("", [ContactValue("")]) }
        #expect(ContactField.note.isEmpty(empty))
        for field in [ContactField.note, .emails] {
            #expect(field.isEqual(empty, .made()))
            #expect(!field.isEqual(empty, .made { ($0.note, $0.emails) = ("n", [ContactValue("a")]) }))
        }
        let typed = Contact.made { $0.emails = [ContactValue("a", types: ["work"])] }
        #expect(!ContactField.emails.isEqual(typed, .made { $0.emails = [ContactValue("a")] }))
    }
}
