import Testing

@testable import Repository

@Suite struct ContactIdentityTests {
    @Test(arguments: ["9f07341f-c7e6-45b7-bab0-af6de5a4582d", "A", "1.2_3-4"])
    func `an identifier of letters, digits and -_. is used unchanged`(uuid: String) {
        #expect(ContactIdentity.usable(uuid)?.rawValue == uuid)
    }

    @Test(arguments: [nil, "", "-a", "a b", "a/b", "é", "a\n", String(repeating: "a", count: 65)])
    func `any other identifier is unusable`(uuid: String?) {
        #expect(ContactIdentity.usable(uuid) == nil)
    }

    @Test func `a derived identifier is a UUID and deterministic`() {
        let source = ContactSource(version: "1.4", seed: "abc", nationalities: "us")
        let id = ContactIdentity.derived(source, page: 1, index: 2).rawValue
        #expect(id == "6c292834-62e8-8b8a-a0a4-8cc139018302")
        #expect(id.count == 36)
    }

    @Test func `every place on every page has its own identifier`() {
        var ids: Set<ContactID> = []
        for source in [ContactSource(version: "ab", seed: "c"), .init(version: "a", seed: "bc"), .init(seed: "abc")] {
            for page in 1...50 {
                for index in 0..<50 {
                    for attempt in 0..<2 {
                        ids.insert(ContactIdentity.derived(source, page: page, index: index, attempt: attempt))
                    }
                }
            }
        }
        #expect(ids.count == 15_000)
    }
}
