import Testing

@testable import Repository

@Suite struct ContactFieldTableTests {
    @Test func `a list comes before the field of its first value`() {
        let names = ContactField.all.map(\.name)
        for (list, first) in [("emails", "email"), ("phones", "phone"), ("addresses", "address"), ("lines", "dates")] {
            #expect((names.firstIndex(of: list) ?? .max) < (names.firstIndex(of: first) ?? -1), "\(list)")
        }
    }

    @Test func `labels are unique without regard to case, as a template is read without it`() {
        let labels = ContactField.editable.compactMap { $0.input?.label?.lowercased() }
        #expect(Set(labels).count == labels.count)
    }

    @Test func `names of columns and of card properties are unique`() {
        let columns = ContactField.all.flatMap(\.columns)
        #expect(Set(columns).count == columns.count)
        let properties = ContactField.all.compactMap(\.property)
        #expect(Set(properties).count == properties.count)
    }

    @Test func `a field is edited as the kind of value that it has`() {
        for field in ContactField.all {
            switch (field.input?.edit, field.value) {
            case (nil, _), (.text, .text), (.texts, .texts), (.values, .values), (.flag, .flag),
                (.addresses, .addresses):
                break
            default: Issue.record("\(field)")
            }
        }
    }

    @Test func `fields that show what kept lines say are not stored a second time`() {
        for field in ContactField.stated { #expect(field.storage == nil && field.merge == nil, "\(field)") }
    }
}
