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
        /// The exit status, or 128 and the number of the signal that ended it.
        var status: Int32
        var output: String
        var messages: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// The first column of the lines.
        var ids: [String] { lines.compactMap { $0.split(separator: "\t").first.map(String.init) } }

        /// The output as an object of JSON.
        var object: [String: Any] {
            get throws { try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]) }
        }

        /// The output as a list of objects of JSON.
        var objects: [[String: Any]] {
            get throws { try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]) }
        }
    }

    /// The folder of what was built with the tests.
    static let buildFolder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()

    /// The program: the one that `CONTACTS_PROGRAM` names, else the one that was built with the tests.
    static let executable =
        ProcessInfo.processInfo.environment["CONTACTS_PROGRAM"].map { URL(filePath: $0) }
        ?? buildFolder?.appending(path: "contacts")

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
    /// The output and the messages are whole; the parts are parts of the messages.
    @discardableResult
    func succeed(
        _ arguments: any Words...,
        variables more: [String: String] = [:],
        output: String? = nil,
        messages: String? = nil,
        saying parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result {
        try await end(0, arguments, more, output, messages, parts, sourceLocation)
    }

    /// Runs the program to its end, which has to be a failure with the status.
    @discardableResult
    func fail(
        _ status: Int32,
        _ arguments: any Words...,
        variables more: [String: String] = [:],
        output: String? = nil,
        messages: String? = nil,
        saying parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result {
        try await end(status, arguments, more, output, messages, parts, sourceLocation)
    }

    private func end(
        _ status: Int32,
        _ arguments: [any Words],
        _ variables: [String: String],
        _ output: String?,
        _ messages: String?,
        _ parts: [String],
        _ sourceLocation: SourceLocation
    ) async throws -> Result {
        let arguments = arguments.flatMap(\.words)
        let result = try await start(arguments, variables).result
        let comment: Comment = "\(arguments): \(result)"
        #expect(result.status == status, comment, sourceLocation: sourceLocation)
        if let output { #expect(result.output == output, comment, sourceLocation: sourceLocation) }
        if let messages { #expect(result.messages == messages, comment, sourceLocation: sourceLocation) }
        for part in parts { #expect(result.messages.contains(part), comment, sourceLocation: sourceLocation) }
        return result
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

    /// Runs a shell command in which `"$contacts"` is the program.
    func shell(_ command: String) async throws -> Result {
        try await start(["-c", command], executable: "/bin/sh").result
    }

    /// Runs the program at a terminal, with a text that is typed.
    ///
    /// - Returns: The result, and what the terminal shows besides standard output.
    func run(_ arguments: [String], typing text: String) async throws -> (result: Result, screen: String) {
        let terminal = try PseudoTerminal(columns: 80)
        try terminal.type(text)
        let result = try await start(arguments, input: terminal.handle, messages: terminal.handle).result
        return (result, terminal.text())
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
        let outputFile = files.url.appending(path: "output")
        let messageFile = files.url.appending(path: "messages")
        try Data().write(to: outputFile)
        try Data().write(to: messageFile)
        let input = try input ?? FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        let output = try output ?? FileHandle(forWritingTo: outputFile)
        let messages = try messages ?? FileHandle(forWritingTo: messageFile)
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
            return Run(identifier: identifier, end: end, files: files, outputFile: outputFile, messageFile: messageFile)
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
        fileprivate let identifier: pid_t
        fileprivate let end: Task<TerminationStatus, any Error>
        fileprivate let files: TemporaryFolder
        fileprivate let outputFile: URL
        fileprivate let messageFile: URL

        /// Sends the program a signal.
        func send(_ signal: Int32) { kill(identifier, signal) }

        /// Waits for the end.
        var result: Result {
            get async throws {
                let status: Int32 =
                    switch try await end.value {
                    case .exited(let code): code
                    case .signaled(let signal): 128 + signal
                    }
                return Result(
                    status: status,
                    output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
                    messages: String(decoding: try Data(contentsOf: messageFile), as: UTF8.self)
                )
            }
        }
    }
}
