import Testing

@testable import ContactsCLI

struct SecretValuesTests {
    @Test(arguments: [
        ("API_ACCESS_TOKEN", true), ("DB_PASSWORD", true), ("API_KEY", true), ("CLIENT_SECRET_2", true),
        ("KEYBOARD", false),
        ("API_TIMEOUT_SECONDS", false), ("KEY", false), ("MONKEY", false),
    ])
    func `the name of a key says whether its value is secret`(key: String, isSecret: Bool) {
        #expect(SecretValues.isSecret(key) == isSecret)
    }

    @Test func `secrets are hidden in their own values, in values that refer to them, and in addresses`() {
        let secrets = SecretValues(of: ["API_KEY": "s3cret", "PIN_TOKEN": "1"])
        #expect(secrets.hidden("s3cret", of: "API_KEY") == "<redacted>")
        #expect(secrets.hidden("1", of: "PIN_TOKEN") == "<redacted>")
        #expect(secrets.hidden("--key s3cret -v 1", of: "FLAGS") == "--key <redacted> -v 1")
        #expect(secrets.hidden("https://ada:pw@h/?k=v", of: "URL") == "https://…@h/?…")
        #expect(secrets.hidden("", of: "API_KEY").isEmpty)
    }

    @Test func `of a secret that begins like another one nothing is left`() {
        let secrets = SecretValues(of: ["API_KEY": "hush", "NEW_API_KEY": "hush-hush", "A_TOKEN": "my-hush-hush-2"])
        #expect(
            secrets.hidden("-a hush-hush -b my-hush-hush-2 -c hush", of: "FLAGS")
                == "-a <redacted> -b <redacted> -c <redacted>"
        )
    }
}
