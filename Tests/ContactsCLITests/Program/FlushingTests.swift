import Foundation
import Testing

/// What is written reaches the disk before it takes the place of what was there, and its name afterwards.
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
        ["sync", "--book", "work"],
    ]

    @Test(.enabled(if: canTrace, "strace is missing, or not allowed to trace"), arguments: replacing)
    func `a file and its folder are flushed around a rename`(command: [String]) async throws {
        let contacts = try Binary.withOneFile()
        let home = contacts.home.url.path
        try await contacts.succeed("add", "--first-name", "Ada")
        for folder in ["cards", "folder"] {
            try FileManager.default.createDirectory(atPath: home + "/" + folder, withIntermediateDirectories: false)
        }
        if command[0] == "doctor" {
            let damage = "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'stored_value'"
            _ = try await contacts.shell("sqlite3 '\(contacts.database().path)' \"\(damage)\"")
        }
        if command[0] == "sync" {
            // A card that is replaced, and a new one.
            try await contacts.succeed("book", "add", "work", "--folder", home + "/folder")
            for preparing in [["add", "Ada"], ["sync"], ["edit", "Ada", "--note", "later"], ["add", "Bob"]] {
                try await contacts.succeed(preparing + ["--book", "work"])
            }
        }
        let log = home + "/calls"
        let traced = command.map { $0.replacing("HOME", with: home) }
        let result = try await contacts.start(
            ["-f", "-y", "-o", log, "-e", "trace=fsync,fdatasync,rename,renameat,renameat2,link,linkat"]
                + [try #require(Binary.executable?.path)] + traced,
            executable: Self.strace
        ).result
        #expect(result.status == 0, "\(result.messages)")
        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { $0.hasSuffix("= 0") }
        // A repair links the damaged file, which it did not write, to a second name.
        let isSync = command[0] == "sync"
        let renames = calls.indices.filter { calls[$0].contains("rename") || isSync && calls[$0].contains("link") }
        #expect(renames.count >= (isSync ? 2 : 1), "\(calls)")
        for rename in renames {
            // A name is that of a file in the folder before it, unless it is a whole path.
            let paths = calls[rename].matches(of: /(?:<([^>]*)>, )?"([^"]*)"/).map { match in
                match.2.hasPrefix("/") ? String(match.2) : "\(match.1 ?? "")/\(match.2)"
            }
            try #require(paths.count == 2, "\(calls[rename])")
            let folder = try #require(paths.last.map { URL(filePath: $0).deletingLastPathComponent().path })
            func isFlush(_ call: String, of path: String) -> Bool {
                call.contains("sync(") && call.contains("<\(path)>")
            }
            #expect(calls[..<rename].contains { isFlush($0, of: paths[0]) }, "\(calls[rename]): \(calls)")
            #expect(calls[rename...].contains { isFlush($0, of: folder) }, "\(calls[rename]): \(calls)")
        }
    }
}

struct OutputFailureTests {
    @Test(
        arguments: ["list", "list --format csv", "config show", "--version", "list --help"],
        [(output: "> /dev/full", reason: "No space left on device"), (output: ">&-", reason: "Bad file descriptor")]
    )
    func `a full disk and a closed output are told and end with 74`(
        command: String,
        failure: (output: String, reason: String)
    ) async throws {
        let result = try await Binary().shell("\"$contacts\" \(command) \(failure.output)")
        #expect(result.status == 74)
        #expect(result.messages == "contacts: The output could not be written: \(failure.reason).\n")
    }

    @Test func `a full disk is told as JSON when asked for, and a closed output matters only to results`() async throws
    {
        let full = try await Binary().shell("\"$contacts\" list --format json > /dev/full")
        #expect(full.status == 74)
        #expect(full.messages.hasPrefix("{\"error\":{\"code\":\"input-output\",\"status\":74,"))
        #expect(full.messages.contains("No space left on device"))
        let closed = try await Binary().shell("\"$contacts\" sync >&-")
        #expect(closed.status == 0, "\(closed.messages)")
    }

    @Test func `a reader that leaves ends the program quietly`() async throws {
        let contacts = try Binary()
        let result = try await contacts.shell(
            "\"$contacts\" sync -q --results 5000 && { \"$contacts\" list --format json; echo $? > \"$HOME/status\"; } | head -n 1"
        )
        #expect(result.output == "[\n")
        #expect(result.messages.isEmpty)
        #expect(try contacts.home.text(of: "status") == "141\n")
    }
}
