import Primitives
import Testing

@Suite struct NearestNameTests {
    @Test(
        arguments: [
            ("emial", "email"), ("emal", "email"), ("emaill", "email"), ("phnoe", "phone"), ("EMAIL", "email"),
            ("nmae", "name"), ("", nil), ("xyz", nil), ("telephone-number", nil),
        ] as [(String, String?)]
    )
    func `one error in three letters finds the name`(word: String, meant: String?) {
        #expect(NearestName.find(word, in: ["name", "email", "phone"]) == meant)
    }

    @Test(
        arguments: [
            ("LOG_LEVL", "LOG_LEVEL"), ("LOG_LEVELS", "LOG_LEVEL"), ("LGO_LEVEL", "LOG_LEVEL"),
            ("API_SEAD", "API_SEED"), ("LOG_LEVEL", "LOG_LEVEL"), ("api_seed", "API_SEED"), ("", nil),
            ("ELEPHANT", nil), ("APISEXX", nil), (String(repeating: "A", count: 100_000), nil),
        ] as [(String, String?)]
    )
    func `a name within the limit is found, in its own case, none beyond it`(name: String, expected: String?) {
        #expect(NearestName.find(name, in: ["API_SEED", "LOG_LEVEL"], within: 2) == expected)
    }

    @Test func `a short word is near only with one error, whatever the limit`() {
        #expect(NearestName.find("name", in: ["note"], within: 2) == nil)
        #expect(NearestName.find("bar", in: ["nat"], within: 2) == nil)
        #expect(NearestName.find("cat", in: ["nat"], within: 2) == "nat")
    }

    @Test func `a beginning of three letters finds the first name that has it`() {
        #expect(NearestName.find("comp", in: ["config", "completion", "compose"]) == "completion")
        #expect(NearestName.find("co", in: ["config", "completion"]) == nil)
    }

    @Test func `fewer errors win over the order, the order decides between equals`() {
        #expect(NearestName.find("nome", in: ["note", "name", "nome"]) == "nome")
        #expect(NearestName.find("nome", in: ["note", "name"]) == "note")
    }
}
