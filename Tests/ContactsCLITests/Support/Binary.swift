import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A word of a command line, or several.
protocol Words {
    var words: [String] { get }
}

extension String: Words {
    var words: [String] { [self] }
}

extension [String]: Words {
    var words: [String] { self }
}

/// The built program, run as its users run it: in a process of its own, with a home of its own.
struct Binary: Sendable {
    /// What a run left behind.
    struct Result: Sendable {
        var arguments: [String]
        /// The exit status, or 128 and the number of the signal that ended it.
        var status: Int32
        var output: String
        var messages: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// The first column of the lines.
        var ids: [String] { lines.compactMap { $0.split(separator: "\t").first.map(String.init) } }

        /// Expects the status, the whole output and the whole messages, and parts of the messages.
        fileprivate func expect(
            _ status: Int32?,
            _ output: String?,
            _ messages: String?,
            _ parts: [String],
            _ location: SourceLocation
        ) -> Result {
            let comment: Comment = "\(self)"
            if let status { #expect(self.status == status, comment, sourceLocation: location) }
            if let output { #expect(self.output == output, comment, sourceLocation: location) }
            if let messages { #expect(self.messages == messages, comment, sourceLocation: location) }
            for part in parts { #expect(self.messages.contains(part), comment, sourceLocation: location) }
            return self
        }

        var object: [String: Any] {
            get throws { try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]) }
        }

        var objects: [[String: Any]] {
            get throws { try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]) }
        }
    }

    /// The program: the one that `CONTACTS_PROGRAM` names, else the one that was built with the tests.
    static let executable =
        ProcessInfo.processInfo.environment["CONTACTS_PROGRAM"].map { URL(filePath: $0) }
        ?? Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "contacts")

    /// The home of all runs, so that one finds what the one before it stored.
    let home: TemporaryFolder
    /// Variables beside HOME and PATH.
    var variables: [String: String] = [:]

    init(variables: [String: String] = [:]) throws {
        home = try TemporaryFolder()
        self.variables = variables
    }

    /// The same program with the same home and more variables.
    init(_ other: Binary, variables: [String: String]) {
        home = other.home
        self.variables = other.variables.merging(variables) { $1 }
    }

    /// The file in which the environment keeps its people.
    func database(_ environment: String = "dev") -> URL {
        home.url.appending(path: ".local/share/contacts/contacts-\(environment).sqlite")
    }

    func run(_ arguments: any Words..., variables more: [String: String] = [:]) async throws -> Result {
        try await start(arguments.flatMap(\.words), more).result
    }

    /// Runs the program to its end, which has to be a success.
    ///
    /// The output and the messages are whole, and `said` is the only one of them; the parts are parts of the messages.
    @discardableResult
    func succeed(
        _ arguments: any Words...,
        variables more: [String: String] = [:],
        output: String? = nil,
        messages: String? = nil,
        said note: String? = nil,
        saying parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result {
        let result = try await start(arguments.flatMap(\.words), more).result
        return result.expect(0, output, note.map { "contacts: \($0)\n" } ?? messages, parts, sourceLocation)
    }

    /// Runs the program to its end, which has to be a failure with the status.
    @discardableResult
    func fail(
        _ status: Int32,
        _ arguments: any Words...,
        variables more: [String: String] = [:],
        output: String? = nil,
        messages: String? = nil,
        said note: String? = nil,
        saying parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result {
        let result = try await start(arguments.flatMap(\.words), more).result
        return result.expect(status, output, note.map { "contacts: \($0)\n" } ?? messages, parts, sourceLocation)
    }

    /// Adds a contact, and returns its identifier.
    @discardableResult
    func add(_ fields: any Words..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let added = try await succeed("add", fields.flatMap(\.words), sourceLocation: sourceLocation)
        return try #require(added.lines.first, sourceLocation: sourceLocation)
    }

    /// Starts the program with its messages in a pipe, and waits for the first of them.
    func follow(_ arguments: [String]) async throws -> (run: Run, first: String, rest: FileHandle) {
        let pipe = Pipe()
        let run = try await start(arguments, messages: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        return (run, await pipe.fileHandleForReading.firstLine, pipe.fileHandleForReading)
    }

    /// Runs a shell command in which `"$contacts"` is the program; any status is right where none is given.
    @discardableResult
    func shell(
        _ command: String,
        status: Int32? = nil,
        output: String? = nil,
        messages: String? = nil,
        said note: String? = nil,
        saying parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result {
        let result = try await start(["-c", command], executable: "/bin/sh").result
        return result.expect(status, output, note.map { "contacts: \($0)\n" } ?? messages, parts, sourceLocation)
    }

    /// Runs the program at a terminal, with a text that is typed.
    ///
    /// - Returns: What the terminal shows besides standard output, and standard output.
    @discardableResult
    func type(
        _ text: String,
        to arguments: any Words...,
        status: Int32? = nil,
        showing parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (screen: String, lines: [String]) {
        let terminal = try PseudoTerminal(columns: 80)
        try terminal.type(text)
        let words = arguments.flatMap(\.words)
        var result = try await start(words, input: terminal.handle, messages: terminal.handle).result
        result.messages = terminal.text()
        return (result.expect(status, nil, nil, parts, sourceLocation).messages, result.lines)
    }

    /// Starts the program; the output goes to a file or whatever is given.
    ///
    /// In a session of its own, a terminal that the program opens becomes its own.
    /// Foundation's `Process` would not do: it reads past the end of a buffer when more than a thousand files are open.
    func start(
        _ arguments: [String],
        _ more: [String: String] = [:],
        executable: String? = nil,
        isSession: Bool = false,
        input: FileHandle? = nil,
        output: FileHandle? = nil,
        messages: FileHandle? = nil
    ) async throws -> Run {
        guard let program = Self.executable, FileManager.default.isExecutableFile(atPath: program.path) else {
            throw Missing(description: "The program is not built: \(Self.executable?.path ?? "no path").")
        }
        var environment: [Environment.Key: String] = [
            "HOME": home.url.path, "PATH": "/usr/bin:/bin", "contacts": program.path,
            // The server in the process of the tests may have to wait for its turn on a busy machine.
            "CONTACTS_API_TIMEOUT_SECONDS": "120",
        ]
        for (name, value) in variables.merging(more, uniquingKeysWith: { $1 }) {
            environment[try #require(Environment.Key(rawValue: name))] = value
        }
        var platformOptions = PlatformOptions()
        platformOptions.createSession = isSession
        let configuration = Configuration(
            executable: .path(FilePath(executable ?? program.path)),
            arguments: Arguments(arguments),
            environment: .custom(environment),
            platformOptions: platformOptions
        )
        let files = try TemporaryFolder()
        let input = try input ?? FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        let output = try output ?? FileHandle(forWritingTo: URL(filePath: files.write("", to: "output")))
        let messages = try messages ?? FileHandle(forWritingTo: URL(filePath: files.write("", to: "messages")))
        let descriptors = [input, output, messages].map { FileDescriptor(rawValue: $0.fileDescriptor) }

        let (identifiers, started) = AsyncStream<pid_t>.makeStream()
        let end = Task {
            defer { started.finish() }
            return try await Subprocess.run(
                configuration,
                input: .fileDescriptor(descriptors[0], closeAfterSpawningProcess: false),
                output: .fileDescriptor(descriptors[1], closeAfterSpawningProcess: false),
                error: .fileDescriptor(descriptors[2], closeAfterSpawningProcess: false)
            ) { execution in
                // The handles must live until the program has its own.
                withExtendedLifetime((input, output, messages)) {}
                started.yield(execution.processIdentifier.value)
                started.finish()
            }.terminationStatus
        }
        for await identifier in identifiers {
            // A program that hangs ends its own test, not all of them.
            let limit = Task {
                try await Task.sleep(for: .seconds(1_200))
                kill(identifier, SIGKILL)
            }
            Task {
                _ = await end.result
                limit.cancel()
            }
            return Run(arguments: arguments, identifier: identifier, end: end, files: files)
        }
        _ = try await end.value
        throw Missing(description: "The program ended before it began.")
    }

    /// The test cannot run.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// A run that may still go on.
    struct Run {
        fileprivate let arguments: [String]
        fileprivate let identifier: pid_t
        fileprivate let end: Task<TerminationStatus, any Error>
        fileprivate let files: TemporaryFolder

        func send(_ signal: Int32) { kill(identifier, signal) }

        private func text(_ name: String) -> String {
            String(decoding: FileManager.default.contents(atPath: files.path(name)) ?? Data(), as: UTF8.self)
        }

        var result: Result {
            get async throws {
                let status: Int32 =
                    switch try await end.value {
                    case .exited(let code): code
                    case .signaled(let signal): 128 + signal
                    }
                return Result(arguments: arguments, status: status, output: text("output"), messages: text("messages"))
            }
        }
    }
}
