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
                "warning: \(path):3: Nothing reads the key 'API_SED'. Did you mean API_SEED?",
            ]
        )
        #expect(report("?\n!").errors.count == 2)
    }

    @Test("a missing place for the database is an error of the settings")
    func noHome() {
        #expect(report("", home: "").errors.count == 1)
    }
}
