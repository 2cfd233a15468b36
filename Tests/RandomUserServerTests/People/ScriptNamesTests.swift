import RandomUserServer
import Testing

/// Names in scripts that the public service never sends.
@Suite struct ScriptTests {
    private func names(_ scripts: Set<NameScript>, results: Int = 300) async throws -> [String] {
        try await withServer(ServerOptions(scripts: scripts)) { _, client async throws in
            try await client.people("/api/?seed=script-&results=\(results)&nat=us&inc=name").map { person in
                "\(person["name.first"].text ?? "")|\(person["name.last"].text ?? "")"
            }
        }
    }

    private static func isOf(_ script: NameScript, _ scalar: Unicode.Scalar) -> Bool {
        switch (script, scalar.value) {
        case (.cyrillic, 0x0400...0x04FF): true
        case (.devanagari, 0x0900...0x097F): true
        case (.cjk, 0x3040...0x30FF), (.cjk, 0x4E00...0x9FFF), (.cjk, 0xAC00...0xD7A3), (.cjk, 0xFF66...0xFF9F),
            (.cjk, 0x20000...0x2FFFF):
            true
        case (.emoji, _): scalar.properties.isEmojiPresentation || scalar == "\u{FE0F}" || scalar == "\u{20E3}"
        case (.rightToLeft, 0x0590...0x06FF): true
        default: false
        }
    }

    @Test(arguments: NameScript.allCases)
    func `a third of the people have names in the requested script, and no name is in another`(
        script: NameScript
    ) async throws {
        let names = try await names([script])
        let written = names.filter { $0.unicodeScalars.contains { Self.isOf(script, $0) } }
        #expect((65...135).contains(written.count), "\(written.count)")
        #expect(Set(written).count > 15)
        for other in NameScript.allCases where other != script {
            #expect(!names.contains { $0.unicodeScalars.contains { Self.isOf(other, $0) } }, "\(other)")
        }
    }

    @Test func `there are no other scripts by default, and all of them if all are requested`() async throws {
        let plain = try await names([])
        let mixed = try await names(Set(NameScript.allCases))
        for script in NameScript.allCases {
            #expect(!plain.contains { $0.unicodeScalars.contains { Self.isOf(script, $0) } }, "\(script)")
            #expect(mixed.contains { $0.unicodeScalars.contains { Self.isOf(script, $0) } }, "\(script)")
        }
        // The other people are the same as without scripts.
        let kept = zip(plain, mixed).count { $0 == $1 }
        #expect((160...240).contains(kept), "\(kept)")
    }

    @Test func `texts that are hard to display are among them`() async throws {
        let names = try await names(Set(NameScript.allCases), results: 2_000)
        let scalars: [(String, Unicode.Scalar)] = [
            ("a family joined of several emoji", "\u{200D}"), ("a skin tone", "\u{1F3FD}"), ("a flag", "\u{1F1E7}"),
            ("a tag sequence", "\u{E007F}"), ("a keycap", "\u{20E3}"), ("a variation selector", "\u{FE0F}"),
            ("a combining accent", "\u{301}"), ("a letter beyond the first plane", "𠮷"), ("half-width katakana", "ﾊ"),
            ("a Hebrew hyphen", "\u{05BE}"), ("an Arabic vowel sign", "\u{0650}"), ("Korean", "김"),
        ]
        for (what, scalar) in scalars { #expect(names.contains { $0.unicodeScalars.contains(scalar) }, "\(what)") }
    }
}
