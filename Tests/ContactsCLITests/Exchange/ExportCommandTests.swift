import ArgumentParser
import Exchange
import Foundation
import Testing

@testable import ContactsCLI

struct ExportCommandTests {
    @Test func `the format follows the name of the file, or the file is refused`() async throws {
        let contacts = try Binary()
        let fields = ["--first-name", "=cmd()", "--last-name", "Lovelace", "--email", "a@b.c", "--phone", "+49 30"]
        try await contacts.succeed(["add"] + fields)
        for (name, beginning) in [
            ("all.json", "[{"), ("all.tsv", "uid\ttitle\t"), ("all.csv", "uid,title,"), ("all.ldif", "dn: "),
            ("all.abook", "# abook"), ("all.aliases", "alias "),
        ] {
            try await contacts.succeed("export", "-o", contacts.home.path(name))
            let text = try contacts.home.text(of: name)
            #expect(
                text.filter { !$0.isWhitespace || $0 == "\t" || $0 == " " }.hasPrefix(beginning),
                "\(name): \(text)"
            )
        }
        for name in ["all.csv", "all.tsv"] {
            let text = try contacts.home.text(of: name)
            #expect(text.contains("'=cmd()") && text.contains("'+49 30"))
        }
        for name in ["all.pdf", "all", "all.vcf.gz"] {
            let path = contacts.home.path(name)
            let refused = try await contacts.run("export", "-o", path)
            #expect(refused.status == 64)
            #expect(refused.messages.contains("vcard, jcard, csv, tsv, json, ndjson, mutt-alias, abook, ldif"))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `the guard can be left out`() throws {
        #expect(try ExportCommand.parse([]).formulaGuard)
        #expect(try !ExportCommand.parse(["--no-formula-guard"]).formulaGuard)
        #expect(try ExportCommand.parse(["--formula-guard", "--format", "mutt-alias"]).format == .muttAlias)
    }
}
