import Configuration
import Testing

@testable import XCConfig

@Suite("The provider for swift-configuration")
struct XCConfigProviderTests {
    @Test("a reader finds values by their keys in code")
    func reader() throws {
        let config = try Resolving.file("API_PAGE_SIZE = $(SIZE)\nSIZE = 7\nA_B = x")
        let reader = ConfigReader(provider: XCConfigProvider(config))
        #expect(reader.int(forKey: "api.pageSize") == 7)
        #expect(reader.string(forKey: "a-b") == "x")
        #expect(reader.string(forKey: "none") == nil)
    }

    @Test("a value of another type is an error that does not show it")
    func wrongType() throws {
        let provider = XCConfigProvider(try Resolving.file("SIZE = secret"))
        #expect(throws: XCConfigValueError(key: "SIZE", type: "int")) {
            try provider.value(forKey: AbsoluteConfigKey(["size"]), type: .int)
        }
    }

    @Test("secret keys give secret values, and the description shows none")
    func secrets() throws {
        let provider = XCConfigProvider(
            try Resolving.file("TOKEN = hidden\nNAME = x"),
            secretsSpecifier: .specific(["TOKEN"])
        )
        #expect(try provider.value(forKey: AbsoluteConfigKey(["token"]), type: .string).value?.isSecret == true)
        #expect(try provider.value(forKey: AbsoluteConfigKey(["name"]), type: .string).value?.isSecret == false)
        #expect("\(provider)" == "XCConfigProvider[2 values]")
    }
}
