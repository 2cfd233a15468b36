import Foundation

/// A process that was started here, its output in files, so that what it wrote before it was killed can be read.
///
/// Started past Foundation's `Process`, which cannot start some at once.
final class ChildProcess {
    private let identifier: pid_t
    private let output: URL
    private let messages: URL
    /// What the system says of the end.
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
    }

    deinit {
        _ = killed(after: 0)
        try? FileManager.default.removeItem(at: output)
        try? FileManager.default.removeItem(at: messages)
    }

    /// What it wrote to standard output so far.
    var outputText: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// What it wrote to standard error so far.
    var messageText: String { (try? String(contentsOf: messages, encoding: .utf8)) ?? "" }

    /// Waits for the end; `nil` when a signal ended it.
    func wait() -> Int32? {
        while !isOver() { usleep(1000) }
        return end.flatMap { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : nil }
    }

    /// Kills it after the time, and waits for its end.
    ///
    /// - Returns: Whether it was still running.
    func killed(after seconds: Double) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isOver() {
            guard ContinuousClock.now >= deadline else {
                usleep(200)
                continue
            }
            kill(identifier, SIGKILL)
            return wait() == nil
        }
        return false
    }

    private func isOver() -> Bool {
        guard end == nil else { return true }
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
        end = status
        return true
    }
}
