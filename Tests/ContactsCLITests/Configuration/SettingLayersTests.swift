import Testing

@testable import ContactsCLI

struct SettingLayersTests {
    @Test func `the first layer with a value decides, else the default`() throws {
        var layers = SettingLayers()
        layers.add(ConfigurationFlags(logLevel: "debug"))
        layers.add(try VariableLayer(["CONTACTS_LOG": "error", "CONTACTS_API_PAGE_SIZE": "7"]))
        #expect(layers.setting(.logLevel).value == "debug")
        #expect(layers.setting(.logLevel).origin == "--log-level")
        #expect(layers.setting(.apiPageSize).value == "7")
        #expect(layers.setting(.apiPageSize).origin == "CONTACTS_API_PAGE_SIZE")
        #expect(layers.setting(.environment).value == "DEV")
        #expect(layers.setting(.environment).origin == "built-in default")
        #expect(!layers.isComplete)
    }

    @Test func `an empty value counts only for keys that can be empty`() throws {
        var layers = SettingLayers()
        layers.add(ConfigurationFlags(environment: "", databasePath: ""))
        #expect(layers.setting(.environment).origin == "built-in default")
        #expect(layers.setting(.databasePath).origin == "--db")
    }

    @Test func `a problem shows the value unless it is secret`() {
        let page = Setting(key: .apiPageSize, value: "0", origin: "--x", folder: nil)
        #expect(page.problem("no.") == "API_PAGE_SIZE is '0' (--x): no.")
        let token = Setting(key: .apiAccessToken, value: "hush", origin: "--x", folder: nil)
        #expect(token.problem("no.") == "API_ACCESS_TOKEN (--x): no.")
    }
}
