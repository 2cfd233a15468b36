import Repository
import Testing

@Suite("The nearest name")
struct NearestNameTests {
    @Test(
        "a slip finds the name that was meant",
        arguments: [
            ("LOG_LEVL", "LOG_LEVEL"), ("LOG_LEVELS", "LOG_LEVEL"), ("LGO_LEVEL", "LOG_LEVEL"),
            ("API_SEAD", "API_SEED"),
            ("LOG_LEVEL", "LOG_LEVEL"),
        ]
    )
    func slip(_ name: String, expected: String) {
        #expect(NearestName.find(name, in: ["API_SEED", "LOG_LEVEL"], within: 2) == expected)
    }

    @Test(
        "what is too far away, or too long to be a slip, finds nothing",
        arguments: ["", "ELEPHANT", String(repeating: "A", count: 100_000)]
    )
    func nothing(_ name: String) {
        #expect(NearestName.find(name, in: ["API_SEED", "LOG_LEVEL"], within: 2) == nil)
    }
}
