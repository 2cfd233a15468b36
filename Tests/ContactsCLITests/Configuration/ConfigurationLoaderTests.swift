import EmbeddedFiles
import Foundation
import Repository
import Testing
import XCConfigTesting

@testable import ContactsCLI

struct ConfigurationLoaderTests {
    private static let local = "/home/me/.config/contacts/Local.xcconfig"

    private func load(
        _ variables: [String: String] = [:],
        flags: ConfigurationFlags = ConfigurationFlags(),
        files: [String: String] = [:]
    ) throws -> LoadedConfiguration {
        let environment = variables.merging(["HOME": "/home/me"]) { first, _ in first }
        let fileSystem = InMemoryConfigFileSystem(files, currentFolder: "/work")
        return try ConfigurationLoader(processEnvironment: environment, fileSystem: fileSystem).load(flags: flags)
    }

    /// The value and where it comes from.
    private func shown(_ key: ConfigurationKey, in loaded: LoadedConfiguration) -> String? {
        loaded.entries.first { $0.key == key.rawValue }.map { "\($0.value) (\($0.origin))" }
    }

    private func problem(_ body: () throws -> some Any) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `without anything set it is the DEV environment with the embedded server`() throws {
        let loaded = try load()
        let expected = [
            "ENVIRONMENT = DEV", "APP_NAME = Contacts DEV", "APP_BUNDLE_ID = org.example.contacts.dev",
            "APP_VERSION = 0.1.0", "IS_STORYBOOK = NO", "API_ENDPOINT_URL = embedded:", "API_VERSION = 1.4",
            "API_SEED = contacts-dev", "API_NATIONALITIES = ", "API_PAGE_SIZE = 50", "API_TIMEOUT_SECONDS = 30",
            "API_RETRY_LIMIT = 3", "API_ACCESS_TOKEN = ", "API_CA_FILE = ", "CACHE_TTL_SECONDS = 86400",
            "BOOK = people", "DATABASE_PATH = /home/me/.local/share/contacts/contacts-dev.sqlite",
            "DEFAULT_REGION = ", "LOG_LEVEL = warning", "THEME = auto",
        ]
        #expect(loaded.entries.map { "\($0.key) = \($0.value)" } == expected)
        let configuration = try loaded.configuration
        #expect(configuration.apiNationalities == nil && configuration.apiAccessToken == nil)
        #expect(configuration.apiTimeout == .seconds(30) && configuration.cacheTTL == .seconds(86_400))
        #expect(loaded.warnings == [])
    }

    @Test func `a flag goes before a variable, then come the named file, the local one, the environment's`() throws {
        var files = [Self.local: "LOG_LEVEL = info\nAPI_RETRY_LIMIT = 1\nAPI_PAGE_SIZE = 1"]
        var loaded = try load(files: files)
        #expect(shown(.logLevel, in: loaded) == "info (\(Self.local):1)")
        #expect(shown(.apiVersion, in: loaded) == "1.4 (Base.xcconfig:11)")
        #expect(shown(.environment, in: loaded) == "DEV (DEV.xcconfig:4)")

        files["/work/my.xcconfig"] = "LOG_LEVEL = debug\nAPI_PAGE_SIZE = 2"
        var flags = ConfigurationFlags(configFile: "my.xcconfig")
        loaded = try load(flags: flags, files: files)
        #expect(shown(.logLevel, in: loaded) == "debug (/work/my.xcconfig:1)")
        #expect(shown(.apiRetryLimit, in: loaded) == "1 (\(Self.local):2)")

        loaded = try load(["CONTACTS_LOG": "error", "CONTACTS_API_PAGE_SIZE": "3"], flags: flags, files: files)
        #expect(shown(.logLevel, in: loaded) == "error (CONTACTS_LOG)")
        #expect(shown(.apiPageSize, in: loaded) == "3 (CONTACTS_API_PAGE_SIZE)")

        flags.values[.logLevel] = "FATAL"
        loaded = try load(["CONTACTS_LOG": "error"], flags: flags, files: files)
        #expect(shown(.logLevel, in: loaded) == "fatal (--log-level)")
        #expect(try loaded.configuration.logLevel == .fatal)
    }

    @Test func `every key can be set by a variable`() throws {
        let values = [
            "ENVIRONMENT": "QC", "APP_NAME": "N", "APP_BUNDLE_ID": "a.b", "APP_VERSION": "9", "IS_STORYBOOK": "YES",
            "API_ENDPOINT_URL": "http://127.0.0.1:8080/api/", "API_VERSION": "", "API_SEED": "",
            "API_NATIONALITIES": "CH,DE", "API_PAGE_SIZE": "5000", "API_TIMEOUT_SECONDS": "0.5", "API_RETRY_LIMIT": "0",
            "API_ACCESS_TOKEN": "hush", "API_CA_FILE": "ca.pem", "CACHE_TTL_SECONDS": "0", "DATABASE_PATH": "x.sqlite",
            "LOG_LEVEL": "Trace", "DEFAULT_REGION": "de", "BOOK": "default", "THEME": "High-Contrast",
        ]
        #expect(Set(values.keys) == Set(ConfigurationKey.allCases.map(\.rawValue)))
        let variables = Dictionary(uniqueKeysWithValues: values.map { ("CONTACTS_\($0)", $1) })
        let loaded = try load(variables, files: ["/work/ca.pem": ""])
        let configuration = try loaded.configuration
        #expect(configuration.environment == .qc && configuration.isStorybook && configuration.logLevel == .trace)
        #expect(configuration.apiEndpointURL == "http://127.0.0.1:8080/api/")
        #expect(configuration.apiVersion == "" && configuration.apiSeed == nil)
        #expect(configuration.apiNationalities == "CH,DE" && configuration.apiAccessToken?.value == "hush")
        #expect(configuration.apiTimeout == .milliseconds(500) && configuration.cacheTTL == .zero)
        #expect(configuration.apiCAFile == "/work/ca.pem" && configuration.databasePath == "/work/x.sqlite")
        #expect(configuration.defaultRegion?.code == "DE" && configuration.theme == .highContrast)
        for entry in loaded.entries { #expect(entry.origin == "CONTACTS_\(entry.key)") }
        #expect(shown(.apiAccessToken, in: loaded) == "<redacted> (CONTACTS_API_ACCESS_TOKEN)")
    }

    /// Variables and the text of the local file, and the beginning of a value with its origin.
    private static let settings: [([String: String], String, ConfigurationKey, String)] = [
        // An empty variable counts only where empty means something.
        (["CONTACTS_ENV": ""], "", .environment, "DEV ("), (["CONTACTS_API_PAGE_SIZE": ""], "", .apiPageSize, "50 ("),
        (["CONTACTS_LOG": ""], "", .logLevel, "warning ("),
        (["CONTACTS_API_VERSION": ""], "", .apiVersion, " (CONTACTS_API_VERSION)"),
        // So does one that the user's file empties.
        ([:], "API_TIMEOUT_SECONDS =", .apiTimeoutSeconds, "30 (Base.xcconfig:"),
        (["CONTACTS_ENV": "QC"], "API_ENDPOINT_URL =", .apiEndpointURL, "https://randomuser.me/api/ ("),
        ([:], "API_VERSION =", .apiVersion, " (\(local):1)"),
        // A key of an earlier version is accepted and has no effect.
        (["CONTACTS_CACHE_MEMORY_LIMIT": "-1"], "CACHE_MEMORY_LIMIT = a lot\nAPI_PAGE_SIZE = 7", .apiPageSize, "7 ("),
        // The local file may choose the environment, and build on its values; a variable overrules it.
        ([:], "ENVIRONMENT = qc", .environment, "QC ("), ([:], "ENVIRONMENT = qc", .apiSeed, "contacts-qc ("),
        (["CONTACTS_ENV": "PROD"], "ENVIRONMENT = qc", .environment, "PROD (CONTACTS_ENV)"),
        ([:], "APP_NAME = $(inherited) of mine", .appName, "Contacts DEV of mine ("),
        // Every environment has its endpoint, seed and database, and its names are read in any case.
        (["CONTACTS_ENV": "production"], "", .environment, "PROD ("),
        (["CONTACTS_ENV": "Prod"], "", .environment, "PROD"),
        (["CONTACTS_ENV": "qc"], "", .environment, "QC ("), (["CONTACTS_ENV": "Dev"], "", .environment, "DEV ("),
        (["CONTACTS_ENV": "qc"], "", .apiSeed, "contacts-qc ("), (["CONTACTS_ENV": "PROD"], "", .apiSeed, "contacts ("),
        (["CONTACTS_ENV": "PROD"], "", .apiEndpointURL, "https://randomuser.me/api/ ("),
        (["CONTACTS_ENV": "QC"], "", .databasePath, "/home/me/.local/share/contacts/contacts-qc.sqlite ("),
        (["CONTACTS_ENV": "PROD"], "", .databasePath, "/home/me/.local/share/contacts/contacts-prod.sqlite ("),
        // The user's folders follow the XDG rules.
        (["XDG_DATA_HOME": "/data"], "", .databasePath, "/data/contacts/contacts-dev.sqlite ("),
        (["XDG_DATA_HOME": ""], "", .databasePath, "/home/me/.local/share/contacts/contacts-dev.sqlite ("),
        (["XDG_DATA_HOME": "./data"], "", .databasePath, "/home/me/.local/share/contacts/contacts-dev.sqlite ("),
        // A relative path in a file starts at the file.
        ([:], "DATABASE_PATH = mine.sqlite", .databasePath, "/home/me/.config/contacts/mine.sqlite ("),
        (["CONTACTS_DB": "~/a"], "", .databasePath, "/home/me/a ("),
        (["CONTACTS_DB": ":memory:"], "", .databasePath, ":memory: ("),
    ]

    @Test(arguments: settings)
    func `a setting has its value`(env: [String: String], local: String, key: ConfigurationKey, value: String) throws {
        let loaded = try load(env, files: [Self.local: local])
        #expect(shown(key, in: loaded)?.hasPrefix(value) == true, "\(shown(key, in: loaded) ?? "")")
        #expect(loaded.warnings == [])
    }

    @Test func `both names of a variable with different values are an error, with the same they are not`() throws {
        let both = "CONTACTS_DB is '/a' and CONTACTS_DATABASE_PATH is '/b': they set the same key. Unset one of them."
        #expect(problem { try load(["CONTACTS_DB": "/a", "CONTACTS_DATABASE_PATH": "/b"]) } == both)
        #expect(problem { try load(["CONTACTS_ENV": "QC", "CONTACTS_ENVIRONMENT": "PROD"]) } != nil)
        #expect(problem { try load(["CONTACTS_LOG": "info", "CONTACTS_LOG_LEVEL": "debug"]) } != nil)
        #expect(problem { try load(["CONTACTS_ENV": "prod", "CONTACTS_ENVIRONMENT": "Production"]) } == nil)
        #expect(problem { try load(["CONTACTS_LOG": "info", "CONTACTS_LOG_LEVEL": "INFO"]) } == nil)
    }

    @Test(arguments: [
        ("API_PAGE_SIZE", ["0", "5001", "ten", "1.5"], "be a whole number from 1 to 5000."),
        (
            "API_TIMEOUT_SECONDS", ["-1", "1.2345", "9999999999999999999", "0.01"],
            "be a number from 0.1 to 3600 seconds."
        ),
        ("API_RETRY_LIMIT", ["11"], "be a whole number from 0 to 10."),
        ("CACHE_TTL_SECONDS", ["1e3"], "be a number from 0 to 31536000 seconds."),
        ("LOG_LEVEL", ["loud"], "be fatal, error, warning, info, debug or trace."),
        ("ENVIRONMENT", ["TEST"], "be DEV, QC or PROD."),
        ("API_VERSION", ["../x", ".."], "be empty or a version such as 1.4, of letters, digits, '.', '-' and '_'."),
        ("API_SEED", ["eighteencharacters"], "not have 18 characters: the API cannot answer it. Add or remove one."),
        ("API_NATIONALITIES", ["CH;DE"], "be empty or two-letter codes separated by commas, such as CH,DE,FR."),
        ("APP_BUNDLE_ID", ["a b"], "consist of letters, digits, '.' and '-', such as org.example.contacts."),
    ])
    func `a wrong value is told with key, place and what is right`(key: String, values: [String], right: String) {
        let variable = "CONTACTS_\(key)"
        for value in values {
            let expected = "\(key) is '\(value)' (\(variable)): it must \(right)"
            #expect(problem { try load([variable: value]) } == expected)
        }
    }

    @Test func `a file of authorities is found from where it is named`() throws {
        let named = "/home/me/.config/contacts/mine.pem"
        let files = [Self.local: "API_CA_FILE = mine.pem", named: "", "/work/other.pem": ""]
        #expect(try load().configuration.apiCAFile == nil)
        #expect(try load(files: files).configuration.apiCAFile == named)
        for (value, file) in [("", nil), ("other.pem", "/work/other.pem")] {
            #expect(try load(["CONTACTS_API_CA_FILE": value], files: files).configuration.apiCAFile == file)
        }
    }

    @Test(arguments: [
        "https:", "ftp://host/", "https://", "https://:80/", "http://a b/", "http://host/?x", "http://host/#x",
        "host/api", "http:///x", "http://h:65536/", "http://h:0/", "http://\(String(repeating: "a", count: 254))/",
    ])
    func `an endpoint is an address without query, or the embedded server`(value: String) {
        // What follows a question mark or a number sign may be a key.
        let shown = value.replacing("?x", with: "?…").replacing("#x", with: "#…")
        let problem = problem { try load(["CONTACTS_API_ENDPOINT_URL": value]) } ?? ""
        #expect(problem.contains("API_ENDPOINT_URL is '\(shown)'"))
    }

    @Test(arguments: [("DEFAULT_REGION", "DEU"), ("DEFAULT_REGION", "ZZ"), ("APP_NAME", "a\u{7}")])
    func `other values that their key cannot have are refused`(key: String, value: String) {
        #expect(problem { try load(["CONTACTS_\(key)": value]) }?.hasPrefix("\(key) is '") == true)
    }

    @Test func `a secret is never shown, nor is a wrong one`() {
        let secret = Secret("hush")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret) \(String(reflecting: secret))" == "<redacted> <redacted>")
        #expect(!dumped.contains("hush"))
        let message = problem { try load(["CONTACTS_API_ACCESS_TOKEN": "to ken"]) }
        #expect(message?.contains("API_ACCESS_TOKEN (CONTACTS_API_ACCESS_TOKEN): it must") == true)
        #expect(message?.contains("to ken") == false)
    }

    @Test func `a wrong value in a file is told with file and line, several together, and a file must be there`() {
        let message = problem { try load(files: [Self.local: "\nAPI_PAGE_SIZE = x\nAPI_RETRY_LIMIT = y"]) }
        let first = "API_PAGE_SIZE is 'x' (\(Self.local):2): it must be a whole number from 1 to 5000. "
        #expect(message == first + "(and 1 more: contacts config check)")
        let flags = ConfigurationFlags(configFile: "none.xcconfig")
        let expected = "The settings file 'none.xcconfig' cannot be read: there is no such file."
        #expect(problem { try load(flags: flags) } == expected)
    }

    @Test func `keys that nothing reads are told with the nearest one that is read`() throws {
        let variables = ["CONTACTS_API_PAGESIZE": "5", "CONTACTS_PAGER": "less"]
        let unknown = "API_PAGE_SISE = 5\nHOST = host\nAPI_ENDPOINT_URL = http:/$()/$(HOST)/\nELEPHANT = 1"
        let loaded = try load(variables, files: [Self.local: unknown])
        let wanted = [
            "The environment variable CONTACTS_API_PAGESIZE has no effect. Did you mean CONTACTS_API_PAGE_SIZE?",
            "\(Self.local):1: Unknown key “API_PAGE_SISE”. Did you mean API_PAGE_SIZE?",
            "\(Self.local):4: Unknown key “ELEPHANT”. List the keys with: contacts config show",
        ]
        #expect(loaded.warnings == wanted)
        #expect(try loaded.configuration.apiEndpointURL == "http://host/")
        // However many there are, a bounded number is named.
        let text = (0..<1_000).map { "UNKNOWN_\($0) = x" }.joined(separator: "\n")
        let warnings = try load(files: [Self.local: text]).warnings
        #expect(warnings.count == 101)
        #expect(warnings.first?.contains("“UNKNOWN_0”") == true)
        #expect(warnings.last == "900 more keys are unknown; the first 100 are listed above.")
    }

    @Test func `what is doubtful in a file is a warning with its place`() throws {
        let loaded = try load(files: [Self.local: "APP_NAME = \"Mine\"\nIS_STORYBOOK = on"])
        #expect(loaded.warnings.first?.hasPrefix("\(Self.local):1:12: the quotation marks are part") == true)
        #expect(loaded.warnings.last == "IS_STORYBOOK is 'on' (\(Self.local):2): it is read as NO; write YES or NO.")
        #expect(try load(["CONTACTS_API_SEED": "seed1"]).warnings.first?.contains("ends in a digit") == true)
    }

    @Test func `the named file may choose the environment, and conditions follow the choice`() throws {
        let files = [
            "/work/my.xcconfig": "ENVIRONMENT = PROD\nAPI_PAGE_SIZE[config=PROD] = 7\nAPI_PAGE_SIZE[config=QC] = 8"
        ]
        let loaded = try load(flags: ConfigurationFlags(configFile: "/work/my.xcconfig"), files: files)
        #expect(try loaded.configuration.environment == .prod)
        #expect(try loaded.configuration.apiPageSize == 7)
    }

    @Test func `the user's settings follow the XDG rules`() throws {
        let files = ["/config/contacts/Local.xcconfig": "APP_NAME = X"]
        #expect(try load(["XDG_CONFIG_HOME": "/config"], files: files).configuration.appName == "X")
        #expect(try load(["XDG_CONFIG_HOME": "config"], files: files).configuration.appName == "Contacts DEV")
    }

    @Test(arguments: ["", "relative"])
    func `a missing home is told only when a place for the database is needed`(home: String) throws {
        let loaded = try load(["HOME": home])
        #expect(loaded.entries.count == ConfigurationKey.allCases.count)
        #expect(problem { try loaded.configuration }?.hasPrefix("No folder for the database") == true)
        #expect(try load(["HOME": home, "CONTACTS_DB": "/a"]).configuration.databasePath == "/a")
        let flags = ConfigurationFlags(values: [.databasePath: "b"])
        #expect(try load(["HOME": home], flags: flags).configuration.databasePath == "/work/b")
        #expect(problem { try load(["HOME": home, "CONTACTS_DB": "~/a"]).configuration }?.contains("HOME") == true)
    }

    @Test func `the embedded files are those of the folder Configurations, byte for byte, and have no secret`() throws {
        let folder = Checkout.root.appending(path: "Configurations")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".xcconfig") && $0 != "Local.xcconfig" }
        #expect(Set(names) == Set(EmbeddedFiles.configurations.keys))
        for name in names { #expect(try EmbeddedFiles.configurations[name] == Checkout.text("Configurations/\(name)")) }
        for (name, text) in EmbeddedFiles.configurations {
            for key in ConfigurationKey.allCases where key.isSecret {
                let lines = text.split(separator: "\n").filter { $0.hasPrefix(key.rawValue) }
                #expect(lines.allSatisfy { $0 == "\(key.rawValue) =" }, "\(name)")
            }
        }
    }

    @Test func `the README of the folder explains every key`() throws {
        let text = try Checkout.text("Configurations/README.md")
        for key in ConfigurationKey.allCases { #expect(text.contains("| `\(key.rawValue)` |"), "\(key.rawValue)") }
    }

    @Test func `each environment sets every key, itself or by the base file`() throws {
        for environment in AppEnvironment.allCases {
            let loader = ConfigurationLoader(processEnvironment: ["HOME": "/nobody"])
            let loaded = try loader.load(flags: ConfigurationFlags(values: [.environment: environment.rawValue]))
            #expect(loaded.warnings == [])
            for entry in loaded.entries where entry.key != "ENVIRONMENT" {
                #expect(entry.origin.contains(".xcconfig:"), "\(entry)")
            }
        }
    }
}
