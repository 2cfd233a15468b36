import EmbeddedFiles
import Foundation
import Testing

@testable import ContactsCLI

@Suite struct EmbeddedFilesTests {
    @Test func `the embedded files are those of the folder Configurations, byte for byte`() throws {
        let folder = Checkout.root.appending(path: "Configurations")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".xcconfig") && $0 != "Local.xcconfig" }
        #expect(Set(names) == Set(EmbeddedFiles.configurations.keys))
        for name in names {
            #expect(try EmbeddedFiles.configurations[name] == Checkout.text("Configurations/\(name)"))
        }
    }

    @Test func `no embedded file has a secret`() throws {
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
            let loaded = try loader.load(flags: ConfigurationFlags(environment: environment.rawValue))
            #expect(loaded.warnings == [])
            for entry in loaded.entries where entry.key != "ENVIRONMENT" {
                #expect(entry.origin.contains(".xcconfig:"), "\(entry)")
            }
        }
    }
}
