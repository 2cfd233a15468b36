import Foundation
import Testing

@testable import ContactsCLI

struct ChildProcessTests {
    @Test(arguments: [
        ("CONTACTS_API_ACCESS_TOKEN", "x", true), ("CONTACTS_SERVE_TOKEN", "x", true), ("CONTACTS_KEY", "x", true),
        ("CONTACTS_X_PASSWORD", "x", true), ("CONTACTS_API_ENDPOINT_URL", "https://a:b@c/", true),
        ("CONTACTS_API_ENDPOINT_URL", "https://c/", false), ("CONTACTS_ENV", "QC", false), ("OTHER_TOKEN", "x", false),
    ])
    func `only secrets of this program are kept from others`(name: String, value: String, isSecret: Bool) {
        #expect(ChildEnvironment.isSecret(name, value: value) == isSecret)
    }

    @Test func `an editor does not get them`() async throws {
        let contacts = try Binary(variables: [
            "EDITOR": "env > \"$HOME/seen\"; false", "CONTACTS_API_ACCESS_TOKEN": "hunter22",
            "CONTACTS_SERVE_TOKEN": "s3cret", "OTHER": "kept",
        ])
        _ = try await contacts.run("add", "--editor", "--yes")
        let seen = try contacts.home.text(of: "seen")
        #expect(seen.contains("OTHER=kept"))
        #expect(!seen.contains("hunter22") && !seen.contains("s3cret"))
    }
}
