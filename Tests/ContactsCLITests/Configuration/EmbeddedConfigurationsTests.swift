import Foundation
import Testing

@testable import ContactsCLI

@Suite("The embedded configuration files")
struct EmbeddedConfigurationsTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("they are the files in the folder Configurations, byte for byte")
    func sameText() throws {
        let folder = Self.root.appending(path: "Configurations")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".xcconfig") && $0 != "Local.xcconfig" }
        #expect(Set(names) == Set(EmbeddedConfigurations.files.keys))
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(EmbeddedConfigurations.files[name] == text, "run Scripts/embed-configurations")
        }
    }

    @Test("none of them holds a secret")
    func noSecrets() throws {
        for (name, text) in EmbeddedConfigurations.files {
            for key in ConfigurationKey.allCases where key.isSecret {
                let lines = text.split(separator: "\n").filter { $0.hasPrefix(key.rawValue) }
                #expect(lines.allSatisfy { $0 == "\(key.rawValue) =" }, "\(name)")
            }
        }
    }

    @Test("every key is explained to people with its default")
    func readme() throws {
        let text = try String(contentsOf: Self.root.appending(path: "Configurations/README.md"), encoding: .utf8)
        for key in ConfigurationKey.allCases {
            #expect(text.contains("| `\(key.rawValue)` |"), "\(key.rawValue)")
        }
    }

    @Test("the environments are all there and set every key between them and the base")
    func complete() throws {
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
