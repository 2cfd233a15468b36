import Configuration
import ConfigurationTesting
import Testing
import XCConfig

@Suite struct ProviderConformanceTests {
    private static let text = """
        STRING = Hello
        OTHER_STRING = Other Hello
        INT = 42
        OTHER_INT = 24
        DOUBLE = 3.14
        OTHER_DOUBLE = 2.72
        BOOL = YES
        OTHER_BOOL = NO
        BYTES = bWFnaWM=
        OTHER_BYTES = bWFnaWMy
        STRINGY_ARRAY = Hello World
        OTHER_STRINGY_ARRAY = Hello Swift
        INTY_ARRAY = 42 24
        OTHER_INTY_ARRAY = 16 32
        DOUBLY_ARRAY = 3.14 2.72
        OTHER_DOUBLY_ARRAY = 0.9 1.8
        BOOLY_ARRAY = YES NO
        OTHER_BOOLY_ARRAY = NO YES YES
        BYTE_CHUNKY_ARRAY = bWFnaWM= bWFnaWMy
        OTHER_BYTE_CHUNKY_ARRAY = bWFnaWM= bWFnaWMy bWFnaWM=
        """

    @Test func `the provider passes the conformance suite of swift-configuration`() async throws {
        let provider = XCConfigProvider(try Resolving.file(Self.text))
        try await ProviderCompatTest(provider: provider).runTest()
    }
}
