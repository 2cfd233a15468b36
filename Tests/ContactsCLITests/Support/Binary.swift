import Foundation

/// The built program, run as its users run it: in a process of its own, with a home of its own.
struct Binary: Sendable {
    /// What a run left behind.
    struct Result: Sendable {
        /// The exit status, or 128 and the number of the signal that ended it.
        var status: Int32
        var output: String
        var messages: String

        /// The lines of the output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    static let executable = Bundle.main.executableURL?
        .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "contacts")

    /// The home of all runs, so that one finds what the one before it stored.
    let home: TemporaryFolder
    /// Variables beside HOME and PATH.
    var variables: [String: String] = [:]

    init(variables: [String: String] = [:]) throws {
        home = try TemporaryFolder()
        self.variables = variables
    }

    /// The file in which the environment keeps its people.
    func database(_ environment: String = "dev") -> URL {
        home.url.appending(path: ".local/share/contacts/contacts-\(environment).sqlite")
    }

    /// Runs the program to its end.
    func run(_ arguments: String..., variables more: [String: String] = [:]) async throws -> Result {
        try await finish(start(arguments, more))
    }

    /// Runs a shell command in which `"$contacts"` is the program.
    func shell(_ command: String) async throws -> Result {
        try await finish(start(["-c", command], [:], executable: URL(filePath: "/bin/sh")))
    }

    /// Runs the program as somebody at a terminal who types the text.
    ///
    /// - Returns: The result, and what the terminal shows besides standard output.
    func run(_ arguments: [String], typing text: String) async throws -> (result: Result, screen: String) {
        let terminal = try PseudoTerminal(columns: 80)
        let handle = FileHandle(fileDescriptor: terminal.terminal)
        try terminal.type(text)
        let result = try await start(arguments, input: handle, messages: handle).result
        return (result, terminal.text())
    }

    /// Starts the program; the output goes to a pipe or whatever is given.
    func start(
        _ arguments: [String],
        _ more: [String: String] = [:],
        executable: URL? = nil,
        input: FileHandle = .nullDevice,
        output: FileHandle? = nil,
        messages: FileHandle? = nil
    ) throws -> Run {
        guard let program = Self.executable, FileManager.default.isExecutableFile(atPath: program.path) else {
            throw Missing(description: "The program is not built: \(Self.executable?.path ?? "no path").")
        }
        let process = Process()
        process.executableURL = executable ?? program
        process.arguments = arguments
        var environment = ["HOME": home.url.path, "PATH": "/usr/bin:/bin", "contacts": program.path]
        environment.merge(variables) { $1 }
        environment.merge(more) { $1 }
        process.environment = environment
        process.standardInput = input

        let files = try TemporaryFolder()
        let outputFile = files.url.appending(path: "output")
        let messageFile = files.url.appending(path: "messages")
        try Data().write(to: outputFile)
        try Data().write(to: messageFile)
        process.standardOutput = try output ?? FileHandle(forWritingTo: outputFile)
        process.standardError = try messages ?? FileHandle(forWritingTo: messageFile)
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
        return Run(process: process, end: ends, files: files, outputFile: outputFile, messageFile: messageFile)
    }

    private func finish(_ run: Run) async throws -> Result {
        try await run.result
    }

    /// The test cannot run.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// A run that may still go on.
    struct Run {
        let process: Process
        fileprivate let end: AsyncStream<Void>
        fileprivate let files: TemporaryFolder
        fileprivate let outputFile: URL
        fileprivate let messageFile: URL

        /// Waits for the end.
        var result: Result {
            get async throws {
                for await _ in end {}
                let status = process.terminationStatus
                return Result(
                    status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
                    output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
                    messages: String(decoding: try Data(contentsOf: messageFile), as: UTF8.self)
                )
            }
        }
    }
}
