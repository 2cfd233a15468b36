import Foundation
import Primitives
import Testing

@testable import ContactsCLI

struct SettingsFileTests {
    @Test func `a setting takes the place of its last line, and everything else stays`() {
        let old = "// Mine\nTHEME = dark\nTHEME[config=PROD] = none\nAPI_SEED = x\n"
        let new = "// Mine\nTHEME = light\nTHEME[config=PROD] = none\nAPI_SEED = x\n"
        #expect(SettingsFile.text(old, setting: "THEME", to: "light") == new)
        #expect(SettingsFile.text("A = 1", setting: "THEME", to: "light") == "A = 1\nTHEME = light\n")
        #expect(SettingsFile.text("", setting: "THEME", to: "") == "THEME = \n")
    }

    private func file(_ folder: TemporaryFolder, _ variables: [String: String] = [:]) -> SettingsFile {
        let environment = ["HOME": folder.url.path].merging(variables) { $1 }
        return SettingsFile(loader: ConfigurationLoader(processEnvironment: environment), flags: ConfigurationFlags())
    }

    @Test func `a value is written and read again, and what is stronger is named`() throws {
        let folder = try TemporaryFolder()
        #expect(try file(folder).set(.theme, "light") == nil)
        let path = try #require(file(folder).loader.localFile)
        #expect(FileManager.default.contents(atPath: path) == Data("THEME = light\n".utf8))
        #expect(try file(folder, ["CONTACTS_THEME": "dark"]).set(.theme, "none") == "CONTACTS_THEME")
    }

    @Test func `a value that cannot be used leaves the file as it was`() throws {
        let folder = try TemporaryFolder()
        let file = file(folder)
        let path = try #require(file.loader.localFile)
        #expect(throws: ConfigurationError.self) { try file.set(.theme, "pink") }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try file.set(.theme, "light") == nil)
        #expect(throws: ConfigurationError.self) { try file.set(.cacheTTLSeconds, "never") }
        #expect(throws: ConfigurationError.self) { try file.set(.theme, "light // dark") }
        #expect(FileManager.default.contents(atPath: path) == Data("THEME = light\n".utf8))
    }
}
