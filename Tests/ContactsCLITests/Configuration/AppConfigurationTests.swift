import Testing

@testable import ContactsCLI

struct AppConfigurationTests {
    @Test("a secret is never shown")
    func secret() {
        let secret = Secret("hush")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret) \(String(reflecting: secret))" == "<redacted> <redacted>")
        #expect(!dumped.contains("hush"))
    }

    @Test(arguments: [
        ("dev", AppEnvironment.dev), ("Development", .dev), ("qc", .qc), ("PROD", .prod), ("production", .prod),
    ])
    func `environments are read in any case and by their long names`(name: String, environment: AppEnvironment) {
        #expect(AppEnvironment(name: name) == environment)
    }

    @Test func `each environment has a file and a database of its own`() {
        #expect(AppEnvironment(name: "staging") == nil)
        #expect(AppEnvironment.allCases.map(\.fileName) == ["DEV.xcconfig", "QC.xcconfig", "PROD.xcconfig"])
        #expect(Set(AppEnvironment.allCases.map(\.databaseName)).count == 3)
    }

    @Test func `log levels are read in any case`() {
        #expect(LogLevel(name: "WARNING") == .warning)
        #expect(LogLevel(name: "loud") == nil)
    }
}
