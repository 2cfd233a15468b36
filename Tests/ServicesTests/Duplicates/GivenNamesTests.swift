import Testing

@testable import Services

@Suite struct GivenNamesTests {
    @Test(arguments: [
        ("bob", "robert"), ("liz", "elizabeth"), ("hans", "johannes"), ("pepe", "jose"), ("bill", "will"),
    ])
    func `short forms belong to their names, both ways`(one: String, other: String) {
        #expect(GivenNames.areForms(one, other) && GivenNames.areForms(other, one))
    }

    @Test func `names of no common form are different`() {
        #expect(!GivenNames.areForms("robert", "william"))
        #expect(!GivenNames.areForms("ada", "xyz"))
    }
}
