import Testing

@testable import ContactsCLI

struct SettingDecoderTests {
    private func decoder(_ key: ConfigurationKey, _ value: String) throws -> SettingDecoder {
        var layers = SettingLayers()
        layers.add(try VariableLayer([key.variable: value]))
        return SettingDecoder(layers)
    }

    @Test(arguments: [("1", 1), ("5000", 5_000), ("0", nil), ("5001", nil), ("1.5", nil), ("many", nil)])
    func `whole numbers have limits`(value: String, number: Int?) throws {
        var decoder = try decoder(.apiPageSize, value)
        #expect(decoder.integer(.apiPageSize, in: 1...5_000) == number ?? 1)
        let problem = "API_PAGE_SIZE is '\(value)' (CONTACTS_API_PAGE_SIZE): it must be a whole number from 1 to 5000."
        #expect(decoder.problems == (number == nil ? [problem] : []))
    }

    @Test(arguments: [
        ("2", 2_000), ("0.5", 500), ("1.25", 1_250), ("0.01", nil), ("1.2345", nil), ("-1", nil),
    ])
    func `seconds have up to three decimal places`(value: String, milliseconds: Int?) throws {
        var decoder = try decoder(.apiTimeoutSeconds, value)
        let time = decoder.seconds(.apiTimeoutSeconds, in: 1...3_600, leastMilliseconds: 100)
        #expect(time == .milliseconds(milliseconds ?? 1_000))
        #expect(decoder.problems.isEmpty == (milliseconds != nil))
    }

    @Test(arguments: [("yes", true, 0), ("F", false, 0), ("2", true, 1), ("maybe", false, 1)])
    func `a doubtful truth value is read, with a warning`(value: String, isTrue: Bool, warnings: Int) throws {
        var decoder = try decoder(.isStorybook, value)
        #expect(decoder.boolean(.isStorybook) == isTrue)
        #expect(decoder.warnings.count == warnings)
    }

    @Test func `text is one line of limited length`() throws {
        var decoder = try decoder(.appName, "a\u{7}")
        _ = decoder.text(.appName)
        #expect(decoder.problems.count == 1)
    }

    @Test(arguments: ["embedded:", "https://host/api/", "HTTP://127.0.0.1:8080"])
    func `endpoints are accepted`(text: String) {
        #expect(SettingRules.endpoint(text) == nil)
    }

    @Test(arguments: [
        "http://h:65536/", "http://h:0/", "http://\(String(repeating: "a", count: 254))/", "https://u:p@h/",
    ])
    func `an endpoint that cannot be asked, or has a password, is refused with the reason`(text: String) {
        let expectation = SettingRules.endpoint(text)
        #expect(expectation?.contains(text.contains("@") ? "API_ACCESS_TOKEN" : "port") == true)
    }

    @Test(arguments: [("", true), ("de", true), ("US", true), ("DEU", false), ("ZZ", false)])
    func `a region is a country`(text: String, isValid: Bool) {
        #expect((SettingRules.region(text) == nil) == isValid)
    }

    @Test(arguments: ["", "host", "ftp://host", "https://", "https://:80", "https://host/?a=b", "https://ho st/"])
    func `other endpoints are refused`(text: String) {
        #expect(SettingRules.endpoint(text) != nil)
    }

    @Test func `seeds that the API cannot answer are refused`() {
        #expect(SettingRules.seed("contacts") == nil)
        #expect(SettingRules.seed(String(repeating: "x", count: 18)) != nil)
        #expect(SettingRules.seed("0123456789abcdef05") == nil)
    }

    @Test func `nationalities, versions, identifiers and tokens have their forms`() {
        #expect(SettingRules.nationalities("ch,DE") == nil && SettingRules.nationalities("CHE") != nil)
        #expect(SettingRules.version("1.4") == nil && SettingRules.version("..") != nil)
        #expect(SettingRules.bundleID("org.example") == nil && SettingRules.bundleID("a/b") != nil)
        #expect(SettingRules.token("abc") == nil && SettingRules.token("a b") != nil)
    }
}
