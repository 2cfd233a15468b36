import Testing
import XCConfigTesting

@testable import ContactsCLI

struct ProgramTests {
    @Test(arguments: [["--version"], ["-V"], ["list", "--version"], ["--env", "QC", "--version"]])
    func `the version names the compiler and the database library`(arguments: [String]) async throws {
        let result = try await Binary().succeed(arguments)
        #expect(result.output.hasPrefix("Contacts \(arguments.contains("QC") ? "QC" : "DEV") 0.1.0 (Swift 6."))
        #expect(result.output.contains(", SQLite 3."))
        #expect(result.messages.isEmpty)
    }

    @Test(arguments: [["config"], ["--env", "QC"]])
    func `no command at all is shown the help and ends with 64`(arguments: [String]) async throws {
        try await Binary().fail(64, arguments, output: "", saying: "USAGE: contacts")
    }

    @Test func `a folder that cannot be made is exit code 73`() async throws {
        try await Binary().fail(73, "sync", "--db", "/proc/folder/contacts.sqlite")
    }
}

@Suite struct ProgramVersionTests {
    private func version(_ variables: [String: String] = [:]) throws -> ProgramVersion {
        let loader = ConfigurationLoader(
            processEnvironment: variables.merging(["HOME": "/home/me"]) { first, _ in first },
            fileSystem: InMemoryConfigFileSystem([:], currentFolder: "/work")
        )
        let loaded = try loader.load(flags: ConfigurationFlags())
        let version = ProgramVersion(loaded)
        #expect(version == ProgramVersion(try loaded.configuration))
        return version
    }

    @Test func `name and number are those of the settings`() throws {
        let line = try version(["CONTACTS_APP_NAME": "People", "CONTACTS_APP_VERSION": "9.1"]).line
        #expect(line.hasPrefix("People 9.1 (Swift 6."))
        #expect(line.contains(", SQLite 3."))
    }

    @Test func `without settings the built-in values are used`() {
        #expect(ProgramVersion(nil).line.hasPrefix("Contacts 0.1.0 (Swift 6."))
    }

    @Test func `the user agent is one product token`() throws {
        #expect(try version().userAgent == "Contacts-DEV/0.1.0")
        #expect(try version(["CONTACTS_APP_NAME": "Adas Büro/1 (x)"]).userAgent == "Adas-B-ro-1--x-/0.1.0")
    }
}
