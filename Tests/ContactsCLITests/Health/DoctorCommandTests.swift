import Foundation
import Loopback
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct DoctorCommandTests {
    private func filled() async throws -> (Binary, URL) {
        let contacts = try Binary()
        let result = try await contacts.run("sync", "--results", "20")
        #expect(result.status == 0, "\(result.messages)")
        return (contacts, contacts.database())
    }

    @Test func `a program that is well has nothing but ok, and a missing database is not made`() async throws {
        let contacts = try Binary()
        let empty = try await contacts.run("doctor", "--offline")
        #expect(empty.status == 0, "\(empty.output)\(empty.messages)")
        #expect(empty.lines.allSatisfy { $0.hasPrefix("ok ") }, "\(empty.output)")
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))

        let (full, _) = try await filled()
        let result = try await full.run("doctor", "--full", "--format", "json")
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        let checks = try #require(result.object["checks"] as? [[String: Any]])
        #expect(checks.allSatisfy { $0["level"] as? String == "ok" }, "\(result.output)")
        #expect(
            Set(checks.compactMap { $0["check"] as? String }) == [
                "configuration", "database", "index", "permissions", "space", "drafts", "api", "clock",
            ]
        )
    }

    @Test func `open permissions are found and taken away`() async throws {
        let (contacts, file) = try await filled()
        chmod(file.path, 0o644)
        chmod(file.deletingLastPathComponent().path, 0o755)
        let found = try await contacts.run("doctor", "--offline")
        #expect(found.status == 1)
        #expect(
            found.lines.contains { $0.hasPrefix("problem  permissions") && $0.contains("--fix") },
            "\(found.output)"
        )
        #expect(found.lines.contains { $0.hasPrefix("warning  permissions") }, "\(found.output)")

        let fixed = try await contacts.run("doctor", "--offline", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)")
        #expect(fixed.lines.count { $0.hasPrefix("repaired permissions") } == 2, "\(fixed.output)")
        var information = stat()
        #expect(stat(file.path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
        #expect(try await contacts.run("doctor", "--offline").lines.allSatisfy { $0.hasPrefix("ok ") })
    }

    @Test func `a wrong search index is rebuilt`() async throws {
        let (contacts, file) = try await filled()
        do {
            let vandal = try SQLiteConnection(path: file.path, mode: .readWrite)
            try vandal.execute("UPDATE contact SET search_key = 'nonsense'")
        }
        let found = try await contacts.run("doctor", "--offline")
        #expect(found.status == 1, "\(found.output)")
        #expect(found.lines.contains { $0.hasPrefix("problem  index") }, "\(found.output)")
        let fixed = try await contacts.run("doctor", "--offline", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)")
        #expect(fixed.lines.contains { $0.hasPrefix("repaired index") }, "\(fixed.output)")
        #expect(try await contacts.run("doctor", "--offline", "--full").status == 0)
    }

    @Test func `of a damaged database what can be read is saved, and the whole is kept, with --fix only`() async throws
    {
        let (contacts, file) = try await filled()
        var bytes = try Data(contentsOf: file)
        for page in 2..<(bytes.count / 4096) {
            for offset in 0..<12 { bytes[page * 4096 + offset] ^= 0x5A }
        }
        try bytes.write(to: file)
        chmod(file.path, 0o600)
        let found = try await contacts.run("doctor", "--offline")
        #expect(found.status == 65, "\(found.output)\(found.messages)")
        #expect(found.output.contains("cp -p '\(file.path)'"), "\(found.output)")
        #expect(try Data(contentsOf: file) == bytes)
        let fixed = try await contacts.run("doctor", "--offline", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)\(fixed.messages)")
        let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        let aside = try #require(names.first { $0.contains(".corrupt-") })
        #expect(fixed.lines.contains { $0.hasPrefix("repaired database") && $0.contains(aside) }, "\(fixed.output)")
        #expect(try Data(contentsOf: file.deletingLastPathComponent().appending(path: aside)) == bytes)
        #expect(try await contacts.run("list", "--offline").status == 0)
    }

    @Test func `settings and a log that others can read are found and closed`() async throws {
        let contacts = try Binary()
        let folder = contacts.home.url.appending(path: ".config/contacts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (settings, log) = (folder.appending(path: "Local.xcconfig"), contacts.home.url.appending(path: "log"))
        for file in [settings, log] {
            try Data().write(to: file)
            chmod(file.path, 0o644)
        }
        chmod(folder.path, 0o755)
        let arguments = ["doctor", "--offline", "--log-file", log.path]
        let found = try await contacts.start(arguments).result
        #expect(found.status == 1, "\(found.output)\(found.messages)")
        for path in [settings.path, log.path, folder.path] {
            #expect(found.lines.contains { $0.contains("permissions") && $0.contains("“\(path)”") }, "\(found.output)")
        }
        let fixed = try await contacts.start(arguments + ["--fix"]).result
        #expect(fixed.status == 0, "\(fixed.output)")
        #expect(fixed.lines.count { $0.hasPrefix("repaired permissions") } == 3, "\(fixed.output)")
    }

    @Test func `a data folder that is a link to itself is found`() async throws {
        let contacts = try Binary()
        let link = contacts.home.url.appending(path: "loop").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
        let result = try await contacts.run("doctor", "--offline", variables: ["XDG_DATA_HOME": link])
        #expect(result.status == 1, "\(result.output)\(result.messages)")
        #expect(result.lines.contains { $0.hasPrefix("problem  permissions") && $0.contains(link) }, "\(result.output)")
    }

    @Test func `an API without a server is a problem, and not asked offline`() async throws {
        let port = try UnservedPort()
        defer { port.giveBack() }
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": port.url, "CONTACTS_API_RETRY_LIMIT": "0"])
        let result = try await contacts.run("doctor")
        #expect(result.status == 1, "\(result.output)\(result.messages)")
        #expect(result.lines.contains { $0.hasPrefix("problem  api") && $0.contains("--offline") }, "\(result.output)")
        #expect(try await contacts.run("doctor", "--offline").status == 0)
    }

    @Test func `a clock that is wrong is a warning`() async throws {
        let json = #"{"results":[],"info":{"seed":"a","results":0,"page":1,"version":"1.4"}}"#
        let server = try FaultyServer(before: "") { _ in
            .answer(200, fields: ["Date: Sun, 06 Nov 1994 08:49:37 GMT"], body: json)
        }
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL])
        let result = try await contacts.run("doctor")
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(result.lines.contains { $0.hasPrefix("warning  clock") && $0.contains("ahead") }, "\(result.output)")
        server.stop()
    }

    @Test func `settings that cannot be used end with 78 and are told as a line`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_PAGE_SIZE": "many"])
        let result = try await contacts.run("doctor", "--offline")
        #expect(result.status == 78, "\(result.output)\(result.messages)")
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
