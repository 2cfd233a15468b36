import Testing

@testable import ContactsCLI

struct OutputFieldTests {
    @Test(arguments: [
        ("id", OutputField.id), ("Name", .name), ("first-name", .first), ("job_title", .jobTitle),
        ("org", .organization),
        ("name.last", .last), ("groups", .categories), ("nat", .nationality),
    ])
    func `fields have other names too`(name: String, field: OutputField) {
        #expect(OutputField.shown(named: name) == field)
    }

    @Test(arguments: [("emial", "email"), ("catagories", "categories"), ("compny", "organization")])
    func `an unknown field has a suggestion`(name: String, meant: String) {
        #expect(OutputField.shown(named: name) == nil)
        #expect(OutputField.suggestion(for: name) == meant)
    }
}
