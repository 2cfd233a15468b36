import Primitives
import Testing

@Suite struct NearestNameTests {
    @Test(
        arguments: [
            // One error in three letters, at most as many as the limit, and the name in its own case.
            (["emial", "emal", "emaill", "EMAIL"], ["name", "email", "phone"], nil, "email"),
            (["phnoe"], ["name", "email", "phone"], nil, "phone"), (["nmae"], ["name", "email", "phone"], nil, "name"),
            (["", "xyz", "telephone-number"], ["name", "email", "phone"], nil, nil),
            (["LOG_LEVL", "LOG_LEVELS", "LGO_LEVEL", "LOG_LEVEL"], ["API_SEED", "LOG_LEVEL"], 2, "LOG_LEVEL"),
            (["API_SEAD", "api_seed"], ["API_SEED", "LOG_LEVEL"], 2, "API_SEED"),
            (["", "ELEPHANT", "APISEXX", String(repeating: "A", count: 100_000)], ["API_SEED", "LOG_LEVEL"], 2, nil),
            (["name", "bar"], ["note", "nat"], 2, nil), (["cat"], ["nat"], 2, "nat"),
            // A beginning of three letters finds the first name that has it.
            (["comp"], ["config", "completion", "compose"], nil, "completion"),
            (["co"], ["config", "completion"], nil, nil), (["add"], ["address-type", "add-email"], nil, "add-email"),
            // Fewer errors win over the order, which decides between equals.
            (["nome"], ["note", "name", "nome"], nil, "nome"), (["nome"], ["note", "name"], nil, "note"),
        ] as [([String], [String], Int?, String?)]
    )
    func `a mistyped name finds the nearest one`(words: [String], names: [String], limit: Int?, meant: String?) {
        for word in words { #expect(NearestName.find(word, in: names, within: limit) == meant, "\(word)") }
    }
}
