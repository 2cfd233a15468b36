import Testing
import XCConfig
import XCConfigTesting

@testable import ContactsCLI

@Suite("The check of the settings")
struct ConfigurationReportTests {
    private func report(_ local: String, home: String = "/home") -> ConfigurationReport {
        let files = ["/home/.config/contacts/Local.xcconfig": local]
        let loader = ConfigurationLoader(
            processEnvironment: ["HOME": home, "XDG_CONFIG_HOME": "/home/.config"],
            fileSystem: InMemoryConfigFileSystem(files)
        )
        return ConfigurationReport(checking: loader, flags: ConfigurationFlags())
    }

    @Test("settings in order have no findings")
    func inOrder() {
        #expect(report("API_PAGE_SIZE = 7").lines == [])
    }

    @Test("all errors are told, and all warnings")
    func all() {
        let path = "/home/.config/contacts/Local.xcconfig"
        #expect(
            report("API_PAGE_SIZE = 0\nLOG_LEVEL = x\nAPI_SED = 1").lines == [
                "error: API_PAGE_SIZE is '0' (\(path):1): it must be a whole number from 1 to 5000.",
                "error: LOG_LEVEL is 'x' (\(path):2): it must be fatal, error, warning, info, debug or trace.",
                "warning: \(path):3: Nothing reads the key “API_SED”. Did you mean API_SEED?",
            ]
        )
        #expect(report("?\n!").errors.count == 2)
    }

    @Test("a token that goes to another machine without encryption is a warning")
    func openToken() {
        func warnings(_ address: String) -> [String] {
            report("API_ENDPOINT_URL = \(address)\nAPI_ACCESS_TOKEN = s3cret-token").warnings
        }
        let open = warnings("http:/$()/people.example:8080/api/")
        #expect(open.count == 1 && open.allSatisfy { $0.contains("API_ACCESS_TOKEN") && $0.contains("people.example") })
        #expect(open.allSatisfy { !$0.contains("s3cret") })
        for safe in ["https:/$()/people.example/", "http:/$()/127.0.0.1:80/", "http:/$()/localhost/", "embedded:"] {
            #expect(warnings(safe).isEmpty)
        }
    }

    @Test("a password or a key in an address is refused, and not shown")
    func secretsInAddresses() {
        for address in ["https:/$()/ada:s3cret@h/", "https:/$()/h/?key=s3cret", "ada:s3cret@h"] {
            let found = report("API_ENDPOINT_URL = \(address)")
            #expect(found.errors.count == 1)
            #expect(found.lines.allSatisfy { !$0.contains("s3cret") }, "\(found.lines)")
        }
    }

    @Test("a missing place for the database is an error of the settings")
    func noHome() {
        #expect(report("", home: "").errors.count == 1)
    }
}
