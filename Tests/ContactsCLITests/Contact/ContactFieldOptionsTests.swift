import Repository
import Testing

@testable import ContactsCLI

struct TypedTextTests {
    @Test(
        arguments: [
            ("ada@example.com", "ada@example.com", []), ("work:ada@example.com", "ada@example.com", ["work"]),
            ("home,fax:+41 44", "+41 44", ["home", "fax"]), ("tel:+41 44", "tel:+41 44", []), ("+41:5", "+41:5", []),
            (":x", ":x", []), ("work,:x", "work,:x", []), ("Work:x", "Work:x", []), ("work:", "", ["work"]),
            ("", "", []),
        ] as [(String, String, [String])]
    )
    func `types stand before the value`(text: String, value: String, types: [String]) {
        let parsed = TypedText(parsing: text)
        #expect(parsed.value == value)
        #expect(parsed.types == types)
    }

    @Test func `one without a type is for the one that is shown, others are all there are`() {
        #expect(TypedText.edit([]) == (nil, nil))
        #expect(TypedText.edit([""]) == ("", nil))
        #expect(TypedText.edit(["a@x"]) == ("a@x", nil))
        #expect(TypedText.edit(["work:a@x"]) == (nil, [ContactValue("a@x", types: ["work"])]))
        #expect(
            TypedText.edit(["a@x", "", "home:b@x"]) == (
                nil, [ContactValue("a@x"), ContactValue("b@x", types: ["home"])]
            )
        )
    }
}

private func == (
    left: (shown: String?, all: [ContactValue]?),
    right: (shown: String?, all: [ContactValue]?)
) -> Bool {
    left.shown == right.shown && left.all == right.all
}
