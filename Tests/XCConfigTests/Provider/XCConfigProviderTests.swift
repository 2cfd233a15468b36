import Configuration
import Testing

@testable import XCConfig

@Suite struct XCConfigProviderTests {
    @Test func `a reader finds values by their keys in code`() throws {
        let config = try Resolving.file("API_PAGE_SIZE = $(SIZE)\nSIZE = 7\nA_B = x")
        let reader = ConfigReader(provider: XCConfigProvider(config))
        #expect(reader.int(forKey: "api.pageSize") == 7)
        #expect(reader.string(forKey: "a-b") == "x")
        #expect(reader.string(forKey: "none") == nil)
    }

    @Test func `a value of another type is an error that does not show it`() throws {
        let provider = XCConfigProvider(try Resolving.file("SIZE = secret"))
        #expect(throws: XCConfigValueError(key: "SIZE", type: "int")) {
            try provider.value(forKey: AbsoluteConfigKey(["size"]), type: .int)
        }
    }

    @Test func `secret keys have secret values, and the description shows none`() throws {
        let provider = XCConfigProvider(
            try Resolving.file("TOKEN = hidden\nNAME = x"),
            secretsSpecifier: .specific(["TOKEN"])
        )
        #expect(try provider.value(forKey: AbsoluteConfigKey(["token"]), type: .string).value?.isSecret == true)
        #expect(try provider.value(forKey: AbsoluteConfigKey(["name"]), type: .string).value?.isSecret == false)
        #expect("\(provider)" == "XCConfigProvider[2 values]")
    }
}
