import Foundation
import Repository
import Testing

/// Databases that cannot be used, as the user of the program meets them.
struct DatabaseFaultTests {
    private static let commands = [["list"], ["list", "--offline"], ["sync"], ["favorite", "a"]]

    /// A home with the people of one page.
    private func filled() async throws -> (Binary, URL) {
        let contacts = try await Binary.synced()
        return (Binary(contacts, variables: ["CONTACTS_DB": contacts.database().path]), contacts.database())
    }

    @Test(arguments: ["PRAGMA user_version = 99", "PRAGMA application_id = 12345", nil])
    func `a database of a newer version or another program, and another file, are refused and left alone`(sql: String?)
        async throws
    {
        let (contacts, file) = try await filled()
        if let sql {
            // One file without a log beside it, so that what is compared is all there is.
            try contacts.execute("\(sql); PRAGMA journal_mode = DELETE")
        } else {
            try Data(String(repeating: "Dear diary, ", count: 1000).utf8).write(to: file)
        }
        let before = try Data(contentsOf: file)
        let saying = sql == nil ? "not a contacts database" : "give another path"
        for command in Self.commands { try await contacts.fail(65, command, saying: saying) }
        let doctor = try await contacts.fail(65, "doctor", "--offline", "--fix")
        #expect(doctor.lines.contains { $0.hasPrefix("problem  database") }, "\(doctor.output)")
        #expect(try Data(contentsOf: file) == before)
        #expect(try contacts.home.names(in: ".local/share/contacts") == [file.lastPathComponent])
    }

    @Test func `a foreign part of the schema is named, does not run, and is dropped by doctor --fix`() async throws {
        let (contacts, _) = try await filled()
        try contacts.execute("CREATE TRIGGER evil AFTER INSERT ON contact BEGIN DELETE FROM journal; END")
        for command in Self.commands + [["add", "--first-name", "Ada"], ["undo"], ["export"]] {
            try await contacts.fail(65, command, saying: "trigger “evil”", "doctor --fix")
        }
        #expect(try await contacts.run("doctor", "--offline").status == 65)
        try await contacts.succeed("doctor", "--offline", "--fix")
        #expect(try await contacts.run("list", "--offline").lines.count == 20)
        try await contacts.succeed("add", "--first-name", "Ada")
    }

    @Test func `who waits for another command is told so, once, and goes on`() async throws {
        let (contacts, file) = try await filled()
        let other = try SQLiteConnection(path: file.path, mode: .readWrite)
        for command in [["add", "--first-name", "Ada"], ["sync", "--results", "20"]] {
            try other.execute("BEGIN IMMEDIATE")
            let (run, line, messages) = try await contacts.follow(command)
            #expect(line == "contacts: waiting for another contacts command", "\(command)")
            try other.execute("ROLLBACK")
            #expect(try await run.result.status == 0, "\(command)")
            let rest = String(decoding: messages.readDataToEndOfFile(), as: UTF8.self)
            #expect(!rest.contains("waiting"), "\(command): \(rest)")
        }
    }

    @Test func `on a full disk everything can still be read`() async throws {
        let contacts = try Binary.withOneFile()
        let id = try await contacts.add("Ada Lovelace")
        func limited(_ command: String) async throws -> String {
            // No file may grow, as on a full disk; the output goes through a pipe.
            let command = #"(trap '' XFSZ; ulimit -f 0; "$contacts" \#(command) 2>&1; echo "status $?") | cat"#
            return try await contacts.shell(command).output
        }
        for command in ["list", "search ada", "show \(id)", "export --format csv", "history", "history show 1"] {
            let output = try await limited(command)
            #expect(output.contains("Ada") && output.contains("status 0"), "\(command): \(output)")
        }
        #expect(try await limited("add --first-name B").contains("status 74"))
    }

    @Test func `a link to the database is followed, and one to nothing is named`() async throws {
        let (contacts, file) = try await filled()
        let target = contacts.home.url.appending(path: "kept.sqlite")
        try FileManager.default.moveItem(at: file, to: target)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        try await contacts.succeed("add", "--first-name", "Ada")
        #expect(try await contacts.run("list", "--offline", "--limit", "99").lines.count == 21)
        try FileManager.default.removeItem(at: target)
        for command in Self.commands + [["doctor", "--offline"]] {
            let result = try await contacts.start(command).result
            #expect(result.status == (command[0] == "doctor" ? 1 : 74), "\(command): \(result.messages)")
            #expect((result.output + result.messages).contains("link"), "\(command): \(result.messages)")
        }
        #expect(try contacts.home.names(in: ".local/share/contacts") == [file.lastPathComponent])
    }

    @Test func `a contact that cannot be read is passed over by name, and set aside by doctor --fix`() async throws {
        let (contacts, _) = try await filled()
        let id = try await contacts.add("--first-name", "Ada")
        try contacts.execute("UPDATE contact_local SET card = '{broken'")
        for command in [
            ["list", "--offline", "--limit", "99"], ["export"], ["stats"], ["birthdays"], ["dedupe", "--dry-run"],
            ["undo"],
        ] {
            let result = try await contacts.fail(2, command, saying: id)
            if command[0] == "list" { #expect(result.lines.count == 20) }
        }
        #expect(try await contacts.fail(65, "doctor", "--offline").output.contains(id))
        let fixed = try await contacts.succeed("doctor", "--offline", "--fix")
        let aside = try #require(
            try contacts.home.names(in: ".local/share/contacts").first { $0.contains(".unreadable-") }
        )
        #expect(fixed.output.contains(aside))
        try await contacts.succeed("list", "--offline", "--limit", "99")
    }

    @Test func `an interrupt is heard while another process holds the lock, and nothing is stored`() async throws {
        let (contacts, file) = try await filled()
        let other = try SQLiteConnection(path: file.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        // After its first message the program is composed, and has nothing left to do but to store.
        let (run, _, messages) = try await contacts.follow(["add", "--first-name", "Ada", "-v"])
        defer { try? messages.close() }
        run.send(SIGINT)
        let result = try await run.result
        #expect(result.status == 130, "\(result.status)")
        try other.execute("ROLLBACK")
        #expect(try await !contacts.run("history").output.contains("add"))
    }

    @Test func `too few files that may be open are told`() async throws {
        try await Binary().shell("ulimit -n 12; exec \"$contacts\" list", status: 74, saying: "Too many open files")
    }

    @Test func `too little memory is told, and never ends in silence`() async throws {
        let contacts = try Binary.withOneFile()
        let cards = (0..<3_000).map { "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Person \($0)\r\nEND:VCARD\r\n" }
        try contacts.home.write(cards.joined(), to: "people.vcf")
        var messages: [String] = []
        // Below the first one, the loader of a debug build does not find room for its libraries.
        for limit in stride(from: 120_000, through: 300_000, by: 12_000) {
            let result = try await contacts.shell(
                "ulimit -c 0; ulimit -v \(limit); exec \"$contacts\" import --dry-run \"$HOME/people.vcf\""
            )
            #expect([0, 74].contains(result.status), "\(limit): \(result.status) \(result.messages)")
            messages.append(result.messages)
        }
        #expect(messages.first?.hasPrefix("contacts: Too little memory: ulimit allows this process 117 MB.") == true)
        #expect(messages.allSatisfy { $0.contains("ulimit -v") || $0.contains("Would add 3000 contacts") })
    }

    @Test func `a disk without room is told, and what was there stays`() async throws {
        let (contacts, file) = try await filled()
        let size = try #require(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
        // In blocks of 512 bytes, as sh counts.
        let blocks = size / 512 + 40
        try await contacts.shell("ulimit -f \(blocks); exec \"$contacts\" sync --results 500 --pages 2", status: 74)
        #expect(try await contacts.succeed("list", "--offline", "--limit", "100").lines.count >= 20)
    }

    @Test func `what may only be read can be read, and says so when it is to be written`() async throws {
        let (contacts, file) = try await filled()
        // Permissions do not stop root: then the program runs as another user.
        let otherUser = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
        let folder = file.deletingLastPathComponent()
        let id = try SQLiteConnection(path: file.path, mode: .immutable).text("SELECT id FROM contact")
        if geteuid() == 0 {
            for path in [contacts.home.url.path, file.path, folder.path] { chown(path, 65534, 65534) }
            chmod(contacts.home.url.path, 0o755)
            for name in [".local", ".local/share"] { chmod(contacts.home.url.appending(path: name).path, 0o755) }
        }
        defer { chmod(folder.path, 0o700) }
        for isFolderToo in [false, true] {
            chmod(file.path, 0o400)
            if isFolderToo { chmod(folder.path, 0o500) }
            let program = "exec \(otherUser)\"$contacts\""
            #expect(try await contacts.shell("\(program) list --offline", status: 0).lines.count == 20)
            for command in ["sync", "favorite \(id ?? "")"] {
                try await contacts.shell("\(program) \(command)", status: 74, saying: "permissions")
            }
        }
        chmod(file.path, 0o600)
    }
}

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
    func `a full disk and a closed output end with 74`(command: String, failure: (output: String, reason: String))
        async throws
    {
        let reason = "The output could not be written: \(failure.reason)."
        try await Binary().shell("\"$contacts\" \(command) \(failure.output)", status: 74, said: reason)
    }

    @Test func `a full disk is JSON when asked for, and a closed output matters only to results`() async throws {
        let error = "{\"error\":{\"code\":\"input-output\",\"status\":74,"
        let full = "\"$contacts\" list --format json > /dev/full"
        try await Binary().shell(full, status: 74, saying: error, "No space left on device")
        try await Binary().shell("\"$contacts\" sync >&-", status: 0)
    }

    @Test func `a reader that leaves ends the program quietly`() async throws {
        let contacts = try Binary()
        let list = "{ \"$contacts\" list --format json; echo $? > \"$HOME/status\"; } | head -n 1"
        let sync = "\"$contacts\" sync -q --results 5000"
        try await contacts.shell("\(sync) && \(list)", output: "[\n", messages: "")
        #expect(try contacts.home.text(of: "status") == "141\n")
    }
}
