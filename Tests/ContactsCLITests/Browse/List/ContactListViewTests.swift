import Testing

@testable import ContactsCLI

struct ContactListViewTests {
    private func found(_ words: [String], in name: String) -> [String] {
        NameMatches.ranges(of: words, in: name).map { String(name[$0]) }
    }

    @Test func `the beginnings of words that a search fits are highlighted`() {
        #expect(found(["gra"], in: "Grace Hopper") == ["Gra"])
        #expect(found(["h", "grace"], in: "Grace Hopper") == ["Grace", "H"])
        #expect(found(["zoe"], in: "Zoë D’Argent") == ["Zoë"])
        #expect(found(["arg"], in: "Zoë D’Argent") == ["Arg"])
        #expect(found(["ada"], in: "Grace Hopper") == [])
        #expect(found([], in: "Grace") == [])
        #expect(found(["ss"], in: "ß") == ["ß"] || found(["ss"], in: "ß") == [])
    }
}
