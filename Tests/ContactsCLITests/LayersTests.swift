import Foundation
import Testing

struct LayersTests {
    /// What stands behind the interfaces: of the data layer, and every service.
    private static func concrete() throws -> [String] {
        let services = try Checkout.sources(in: "Sources/Services").flatMap { file in
            try String(contentsOf: file, encoding: .utf8)
                .matches(of: /\n(?:public|package) (?:struct|actor|final class) (\w+): \w+Service\b/)
                .map { String($0.output.1) }
        }
        #expect(services.contains("RepositoryBirthdayService") && services.contains("SystemHealthService"))
        return services + [
            "SQLiteContactDAO", "CachingContactRepository", "RandomUserContactAPI",
            "CurlTransport", "EmbeddedServer", "APISettings", "import RandomUserServer",
        ]
    }

    private static func isComposition(_ file: URL) -> Bool {
        file.deletingLastPathComponent().lastPathComponent == "Composition"
    }

    @Test func `G65 only the folder Composition names what stands behind the interfaces, and it names all`() throws {
        let sources = try Checkout.sources(in: "Sources/ContactsCLI")
        #expect(sources.count > 30)
        let concrete = try Self.concrete()
        for file in sources where !Self.isComposition(file) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for name in concrete { #expect(!text.contains(name), "\(file.lastPathComponent) names \(name)") }
        }
        let text = try sources.filter(Self.isComposition).map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for name in concrete { #expect(text.contains(name)) }
    }

    @Test func `the data layer needs the HTTP library in one folder only`() throws {
        // The measurements of the store are built without that folder.
        let files = try Checkout.sources(in: "Sources/Repository").filter { !$0.path.contains("/HTTP/Curl/") }
        #expect(files.count > 50)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.firstMatch(of: /import CCurl/) == nil, "\(file.lastPathComponent)")
        }
    }
}
