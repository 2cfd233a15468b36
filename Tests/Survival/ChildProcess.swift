import Foundation

/// A child process with its output in files, which can be read after it was killed.
///
/// Started by `posix_spawn`, because Foundation's `Process` cannot start several concurrently. Its waits are in real time, with
/// short sleeps: a child is killed at any moment of its work, and `waitpid` has no time limit.
final class ChildProcess {
    /// How long a child may run: far longer than any takes on a loaded machine, so that a hang fails by its name.
    static let timeLimit = 600.0

    private let identifier: pid_t
    private let command: String
    private let output: URL
    private let messages: URL
    /// The status of `waitpid`, after the end.
    private var end: Int32?

    init(_ program: URL, _ arguments: [String], environment: [String: String], folder: URL) throws {
        let name = UUID().uuidString
        output = folder.appending(path: name + ".out")
        messages = folder.appending(path: name + ".err")
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, messages.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let words = ([program.path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, program.path, &actions, nil, words, variables)
        guard code == 0 else {
            throw SurvivalFailure("\(program.path) cannot be started: \(String(cString: strerror(code)))")
        }
        self.identifier = identifier
        command = ([program.lastPathComponent] + arguments).joined(separator: " ")
    }

    deinit {
        _ = killed(after: 0)
        try? FileManager.default.removeItem(at: output)
        try? FileManager.default.removeItem(at: messages)
    }

    /// Its standard output so far.
    var outputText: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// Its standard error so far.
    var messageText: String { (try? String(contentsOf: messages, encoding: .utf8)) ?? "" }

    /// Waits until a server is ready.
    ///
    /// In real time: nothing tells when a file grows, or when another program listens.
    func wait(until isReady: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(Self.timeLimit)
        while !isReady() {
            guard !hasEnded(), ContinuousClock.now < deadline else {
                throw SurvivalFailure("The server does not start: \(messageText)")
            }
            usleep(10_000)
        }
    }

    /// Waits for the end, which has to be a success without certain words in its messages.
    ///
    /// - Throws: ``SurvivalFailure`` also when it has not ended within the time limit; it is killed then.
    func succeed(without words: String...) throws {
        let deadline = ContinuousClock.now + .seconds(Self.timeLimit)
        while !hasEnded() {
            guard ContinuousClock.now < deadline else {
                _ = killed(after: 0)
                throw SurvivalFailure("“\(command)” did not end within \(Int(Self.timeLimit)) s: \(messageText)")
            }
            // In real time: the system has no wait for the end of a process that gives up after a time.
            usleep(1000)
        }
        guard exitStatus == 0, !words.contains(where: { messageText.contains($0) }) else {
            let way = exitStatus.map { "exit status \($0)" } ?? "signal \((end ?? 0) & 0x7F)"
            throw SurvivalFailure("“\(command)” ended with \(way): \(messageText)\(outputText)")
        }
    }

    private var exitStatus: Int32? { end.flatMap { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : nil } }

    /// Kills it after the time unless it has ended, and waits for the end.
    ///
    /// - Returns: Whether it was killed.
    func killed(after seconds: Double) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !hasEnded() {
            guard ContinuousClock.now >= deadline else {
                // In real time: the kill is to come at a random moment of the work of a process.
                usleep(200)
                continue
            }
            kill(identifier, SIGKILL)
            // The system ends it at once.
            while !hasEnded() { usleep(200) }
            return exitStatus == nil
        }
        return false
    }

    /// Whether it has ended.
    func hasEnded() -> Bool {
        guard end == nil else { return true }
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
        end = status
        return true
    }
}
