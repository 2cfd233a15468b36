import Foundation
import Testing

/// What is written reaches the disk before it takes the place of what was there, and its name afterwards.
@Suite(.timeLimit(.minutes(20)))
struct FlushingTests {
    private static let strace = "/usr/bin/strace"

    /// Whether system calls can be traced here: the program is installed, and the system lets it.
    private static var canTrace: Bool {
        guard FileManager.default.isExecutableFile(atPath: strace) else { return false }
        let process = Process()
        process.executableURL = URL(filePath: strace)
        process.arguments = ["-o", "/dev/null", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    private static let replacing = [
        ["export", "--output", "HOME/people.vcf"], ["export", "--output", "HOME/cards", "--format", "vcard"],
        ["book", "add", "work", "--folder", "HOME/folder"], ["doctor", "--offline", "--fix"],
    ]

    @Test(.enabled(if: canTrace, "strace is missing, or not allowed to trace"), arguments: replacing)
    func `a file and its folder are flushed around a rename`(command: [String]) async throws {
        let contacts = try Binary()
        let home = contacts.home.url.path
        #expect(try await contacts.run("add", "--first-name", "Ada").status == 0)
        for folder in ["cards", "folder"] {
            try FileManager.default.createDirectory(atPath: home + "/" + folder, withIntermediateDirectories: false)
        }
        if command[0] == "doctor" {
            let damage = "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'stored_value'"
            _ = try await contacts.shell("sqlite3 '\(contacts.database().path)' \"\(damage)\"")
        }
        let log = home + "/calls"
        let traced = command.map { $0.replacing("HOME", with: home) }
        let result = try await contacts.start(
            ["-f", "-y", "-o", log, "-e", "trace=fsync,fdatasync,rename,renameat,renameat2"]
                + [try #require(Binary.executable?.path)] + traced,
            executable: Self.strace
        ).result
        #expect(result.status == 0, "\(result.messages)")
        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { $0.hasSuffix("= 0") }
        let renames = calls.indices.filter { calls[$0].contains("rename") }
        #expect(!renames.isEmpty, "\(calls)")
        for rename in renames {
            let paths = calls[rename].split(separator: "\"").map(String.init).filter { $0.hasPrefix("/") }
            let folder = try #require(paths.last.map { URL(filePath: $0).deletingLastPathComponent().path })
            func isFlush(_ call: String, of path: String) -> Bool {
                call.contains("sync(") && call.contains("<\(path)>")
            }
            #expect(calls[..<rename].contains { isFlush($0, of: paths[0]) }, "\(calls[rename]): \(calls)")
            #expect(calls[rename...].contains { isFlush($0, of: folder) }, "\(calls[rename]): \(calls)")
        }
    }
}
