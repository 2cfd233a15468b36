import Foundation
import Loopback
import Synchronization
import Testing

/// The folder with other people's servers and clients, which `Scripts/bootstrap --test-servers` makes.
enum ForeignPrograms {
    static let root: URL = {
        // This file is Tests/BookSyncTests/Servers/TestServer.swift.
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root
    }()

    /// What ends a command with the process that started it.
    static var watch: String { root.appending(path: "Scripts/while-parent-lives").path }

    /// Whether PHP and SabreDAV are installed.
    static let hasSabre = ["/usr/bin/php", "/usr/share/php/Sabre/autoload.php"].allSatisfy {
        FileManager.default.fileExists(atPath: $0)
    }

    static let python: String? = {
        let given = ProcessInfo.processInfo.environment["CONTACTS_TEST_SERVERS"]
        let folder = given ?? root.appending(path: ".build/test-servers").path
        let python = "\(folder)/bin/python"
        guard FileManager.default.isExecutableFile(atPath: python) else {
            FileHandle.standardError.write(
                Data(
                    ("Tests against Radicale, Xandikos, vdirsyncer and khard are left out: "
                        + "run Scripts/bootstrap --test-servers.\n").utf8
                )
            )
            return nil
        }
        return python
    }()

    /// Runs a module to its end and returns its status with what it wrote.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> (status: Int32, output: String) {
        let python = try #require(Self.python)
        return try await onThread {
            let process = Process()
            process.executableURL = URL(filePath: python)
            process.arguments = ["-m"] + arguments
            process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { _, new in new }
            let (output, typed) = (Pipe(), Pipe())
            process.standardInput = typed
            process.standardOutput = output
            process.standardError = output
            try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try typed.fileHandleForWriting.close()
            try process.run()
            process.waitUntilExit()
            // What these programs write fits into the pipe, whose end servers that another test starts may hold.
            let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            return (process.terminationStatus, text)
        }
    }
}

/// A CardDAV server from a package, on a free port of this machine.
final class TestServer: Sendable {
    private static let started = Mutex<[SourceKind: Task<TestServer, any Error>]>([:])
    private static let running = Mutex<[TestServer]>([])

    /// The server of a kind, which the tests share: the first of them starts it, and it ends with the process.
    static func shared(_ kind: SourceKind) async throws -> TestServer {
        let server = started.withLock { started in
            if started.isEmpty { atexit { for server in TestServer.running.withLock({ $0 }) { server.end() } } }
            let server = started[kind] ?? Task { try await TestServer(kind) }
            started[kind] = server
            return server
        }
        return try await server.value
    }

    let kind: SourceKind
    let origin: String
    let folder: URL
    private let process: Process

    static let user = "ada"
    static let password = "pa:ss wörd"

    private init(_ kind: SourceKind) async throws {
        self.kind = kind
        folder = FileManager.default.temporaryDirectory.appending(path: "dav-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (listener, port) = try LoopbackSocket.listening()
        close(listener)
        origin = "http://127.0.0.1:\(port)"
        process = Process()
        let python = try #require(ForeignPrograms.python)
        process.executableURL = URL(filePath: python)
        var command: [String]
        switch kind {
        case .radicale:
            let users = folder.appending(path: "users").path
            try "\(Self.user):\(Self.password)\n".write(toFile: users, atomically: true, encoding: .utf8)
            command = [
                python, "-m", "radicale", "--config", "", "--server-hosts", "127.0.0.1:\(port)",
                "--storage-filesystem-folder", folder.appending(path: "data").path, "--auth-type", "htpasswd",
                "--auth-htpasswd-filename", users, "--auth-htpasswd-encryption", "plain", "--auth-delay", "0",
                "--logging-level", "critical",
            ]
        case .xandikos:
            command = [
                python, "-m", "xandikos", "serve", "--listen-address", "127.0.0.1", "--port", "\(port)", "--directory",
                folder.appending(path: "data").path, "--current-user-principal", "/\(Self.user)/", "--autocreate",
                "--defaults", "--no-detect-systemd",
            ]
        case .memory, .folder: throw POSIXError(.EINVAL)
        case .sabre:
            let script = folder.appending(path: "server.php").path
            try SabreServer.script.write(toFile: script, atomically: true, encoding: .utf8)
            command = ["/usr/bin/php", "-S", "127.0.0.1:\(port)", script]
            process.environment = [
                "SABRE_FOLDER": folder.path, "SABRE_USER": Self.user, "SABRE_PASSWORD": Self.password,
            ]
        }
        // A test run that is killed ends its servers, too.
        process.arguments = [ForeignPrograms.watch] + command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // A connection that is accepted says that it listens. Asked for again and again, in real time: these programs of
        // others do not tell when they listen, except some of them in a log, each in its own words.
        for _ in 0..<600 {
            if let socket = try? LoopbackSocket.connected(to: port) {
                close(socket)
                Self.running.withLock { $0.append(self) }
                return
            }
            try #require(process.isRunning, "\(kind) did not start")
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("\(kind) does not listen")
    }

    private func end() {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }
}

/// SabreDAV as Debian has it (`php-sabre-dav`, `php-sqlite3`), on which Baïkal is built, in PHP's own server.
///
/// It is of the time before `sync-collection`, so that the fallback meets a real server.
enum SabreServer {
    static let script = #"""
        <?php
        // Of its time: what PHP says about it since is no part of the answers.
        error_reporting(E_ERROR);
        require '/usr/share/php/Sabre/autoload.php';
        $pdo = new PDO('sqlite:' . getenv('SABRE_FOLDER') . '/cards.sqlite');
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        foreach ([
            'PRAGMA synchronous = OFF',
            'CREATE TABLE IF NOT EXISTS addressbooks (id integer primary key asc, principaluri text, displayname text,
                uri text, description text, ctag integer)',
            'CREATE TABLE IF NOT EXISTS cards (id integer primary key asc, addressbookid integer, carddata blob,
                uri text, lastmodified integer)',
            'CREATE TABLE IF NOT EXISTS principals (id integer primary key asc, uri text unique, email text,
                displayname text, vcardurl text)',
            'CREATE TABLE IF NOT EXISTS groupmembers (id integer primary key asc, principal_id integer,
                member_id integer)',
            "INSERT OR IGNORE INTO principals (uri, displayname) VALUES ('principals/ada', 'Ada')",
        ] as $statement) { $pdo->exec($statement); }
        class Login extends Sabre\DAV\Auth\Backend\AbstractBasic {
            protected function validateUserPass($user, $password) {
                return $user === getenv('SABRE_USER') && $password === getenv('SABRE_PASSWORD');
            }
        }
        $principals = new Sabre\DAVACL\PrincipalBackend\PDO($pdo);
        $server = new Sabre\DAV\Server([
            new Sabre\DAVACL\PrincipalCollection($principals),
            new Sabre\CardDAV\AddressBookRoot($principals, new Sabre\CardDAV\Backend\PDO($pdo)),
        ]);
        $server->setBaseUri('/');
        $server->addPlugin(new Sabre\DAV\Auth\Plugin(new Login(), 'sabre'));
        $server->addPlugin(new Sabre\CardDAV\Plugin());
        $server->addPlugin(new Sabre\DAVACL\Plugin());
        $server->exec();

        """#
}
