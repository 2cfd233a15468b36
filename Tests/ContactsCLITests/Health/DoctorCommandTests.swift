import Foundation
import Loopback
import Services
import Testing

@testable import ContactsCLI

struct DoctorCommandTests {
    @Test func `a program that is well has nothing but ok, and a missing database is not made`() async throws {
        let contacts = try Binary()
        let empty = try await contacts.succeed("doctor", "--offline")
        #expect(empty.lines.allSatisfy { $0.hasPrefix("ok ") }, "\(empty.output)")
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))

        let full = try await Binary.synced()
        let result = try await full.succeed("doctor", "--full", "--format", "json")
        let checks = try #require(result.object["checks"] as? [[String: Any]])
        #expect(checks.allSatisfy { $0["level"] as? String == "ok" }, "\(result.output)")
        let yaml = try await full.run("doctor", "--offline", "--format", "yaml").output
        #expect(yaml.hasPrefix("checks:\n  - "), "\(yaml)")
        let names = ["configuration", "database", "index", "permissions", "space", "drafts", "api", "clock"]
        #expect(Set(checks.compactMap { $0["check"] as? String }) == Set(names))
    }

    @Test func `databases, settings and a log that others can read are found and closed`() async throws {
        let contacts = try await Binary.synced()
        let file = contacts.database()
        let settings = try contacts.home.write("", to: ".config/contacts/Local.xcconfig")
        let log = try contacts.home.write("", to: "log")
        for path in [file.path, settings, log] { chmod(path, 0o644) }
        let folders = [file.deletingLastPathComponent().path, contacts.home.path(".config/contacts")]
        for path in folders { chmod(path, 0o755) }
        let doctor = ["doctor", "--offline", "--log-file", log]
        let found = try await contacts.fail(1, doctor)
        for path in [file.path, settings, log] + folders {
            #expect(found.lines.contains { $0.contains("permissions") && $0.contains("“\(path)”") }, "\(found.output)")
        }
        #expect(found.lines.contains { $0.hasPrefix("problem  permissions") && $0.contains("--fix") })
        #expect(found.lines.contains { $0.hasPrefix("warning  permissions") }, "\(found.output)")

        let fixed = try await contacts.succeed(doctor, "--fix")
        #expect(fixed.lines.count { $0.hasPrefix("repaired permissions") } == 5, "\(fixed.output)")
        #expect(try TemporaryFolder.mode(of: file.path) == 0o600)
        #expect(try await contacts.run(doctor).lines.allSatisfy { $0.hasPrefix("ok ") })
    }

    @Test func `a wrong search index is rebuilt`() async throws {
        let contacts = try await Binary.synced()
        try contacts.execute("UPDATE contact SET search_key = 'nonsense'")
        #expect(try await contacts.fail(1, "doctor", "--offline").lines.contains { $0.hasPrefix("problem  index") })
        let fixed = try await contacts.succeed("doctor", "--offline", "--fix")
        #expect(fixed.lines.contains { $0.hasPrefix("repaired index") }, "\(fixed.output)")
        try await contacts.succeed("doctor", "--offline", "--full")
    }

    @Test func `what can be read of a damaged database is saved, the whole is kept, with --fix only`() async throws {
        let contacts = try await Binary.synced()
        let file = contacts.database()
        var bytes = try Data(contentsOf: file)
        for page in 2..<(bytes.count / 4096) {
            for offset in 0..<12 { bytes[page * 4096 + offset] ^= 0x5A }
        }
        try bytes.write(to: file)
        chmod(file.path, 0o600)
        for command in [["list", "--offline"], ["sync", "--results", "20"]] {
            try await contacts.fail(65, command, saying: "doctor --fix")
        }
        let found = try await contacts.fail(65, "doctor", "--offline")
        #expect(found.output.contains("cp -p '\(file.path)'"), "\(found.output)")
        #expect(try Data(contentsOf: file) == bytes)
        let fixed = try await contacts.succeed("doctor", "--offline", "--fix")
        let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        let aside = try #require(names.first { $0.contains(".corrupt-") })
        #expect(fixed.lines.contains { $0.hasPrefix("repaired database") && $0.contains(aside) }, "\(fixed.output)")
        #expect(try Data(contentsOf: file.deletingLastPathComponent().appending(path: aside)) == bytes)
        try await contacts.succeed("list", "--offline")
    }

    @Test func `an API without a server is a problem, and not asked offline`() async throws {
        let port = try UnservedPort()
        defer { port.giveBack() }
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": port.url, "CONTACTS_API_RETRY_LIMIT": "0"])
        let result = try await contacts.fail(1, "doctor")
        #expect(result.lines.contains { $0.hasPrefix("problem  api") && $0.contains("--offline") }, "\(result.output)")
        try await contacts.succeed("doctor", "--offline")
    }

    @Test func `a clock that is wrong is a warning`() async throws {
        let json = #"{"results":[],"info":{"seed":"a","results":0,"page":1,"version":"1.4"}}"#
        let server = try FaultyServer(before: "") { _ in
            .answer(200, fields: ["Date: Sun, 06 Nov 1994 08:49:37 GMT"], body: json)
        }
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL])
        let result = try await contacts.succeed("doctor")
        #expect(result.lines.contains { $0.hasPrefix("warning  clock") && $0.contains("ahead") }, "\(result.output)")
        server.stop()
    }

    @Test func `settings that cannot be used end with 78 and are told as a line`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_PAGE_SIZE": "many"])
        let result = try await contacts.fail(78, "doctor", "--offline")
        #expect(result.lines.first?.hasPrefix("problem  configuration") == true, "\(result.output)")
    }

    private static let worst: [([HealthCheck], Int32)] = [
        ([], 0), ([.api], 1), ([.api, .database], 65), ([.configuration, .database], 78),
    ]

    @Test(arguments: worst)
    func `the exit status tells the worst`(problems: [HealthCheck], status: Int32) {
        let findings = problems.map { HealthFinding($0, .problem, "") } + [HealthFinding(.clock, .warning, "")]
        #expect(DoctorCommand.status(of: findings).rawValue == status)
    }
}
