import Dispatch
import Primitives

/// A child process with default signal handling and without this program's secrets.
///
/// All other programs are started here, so that no secret is passed on by accident.
struct ChildProcess: Sendable {
    private let process: pid_t

    /// Returns a program's path, searching the folders in `PATH` unless it is already a path; `nil` if not found.
    static func path(of program: String, in environment: [String: String]) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        let paths = program.contains("/") ? [program] : folders.map { "\($0)/\(program)" }
        return paths.first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts a shell command with the arguments as `$1`, `$2` and so on; returns `nil` if the shell can't be started.
    ///
    /// The command reads from `input` and writes to `output`, which default to this program's. `name` is `$0`. A
    /// detached command has no terminal to prompt on, and can be killed together with its child processes.
    init?(
        command: String,
        name: String = "sh",
        arguments: [String] = [],
        input: Descriptor? = nil,
        output: Descriptor? = nil,
        isDetached: Bool = false
    ) {
        let words = ["sh", "-c", command, name] + arguments
        self.init(path: "/bin/sh", words: words, input: input, output: output, isDetached: isDetached)
    }

    /// Starts a program by its path, the first of the words; returns `nil` if it can't be started.
    ///
    /// It has no terminal, no input, and its output is discarded.
    init?(silently words: [String]) {
        guard let path = words.first else { return nil }
        self.init(path: path, words: words, isDetached: true, isSilent: true)
    }

    private init?(
        path: String,
        words: [String],
        input: Descriptor? = nil,
        output: Descriptor? = nil,
        isDetached: Bool,
        isSilent: Bool = false
    ) {
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        var actions: posix_spawn_file_actions_t?
        #else
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        #endif
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isSilent {
            for number in 0...2 as ClosedRange<Int32> {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
            }
        }
        if let input { posix_spawn_file_actions_adddup2(&actions, input.number, 0) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output.number, 1) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        if isDetached { flags |= Self.ownSession }
        posix_spawnattr_setflags(&attributes, flags)
        var process: pid_t = 0
        var variables = ChildEnvironment.pointers()
        guard posix_spawn(&process, path, &actions, &attributes, pointers, &variables) == 0 else { return nil }
        self.process = process
    }

    /// The spawn flag for a new session, which has no terminal.
    #if canImport(Darwin)
    private static let ownSession = Int16(POSIX_SPAWN_SETSID)
    #else
    // POSIX_SPAWN_SETSID, which Swift can't import from the GNU C library's headers.
    private static let ownSession: Int16 = 0x80
    #endif

    /// Kills a detached command that hasn't been waited for, and all its child processes.
    func end() { kill(-process, SIGKILL) }

    /// Blocks the thread until the command ends, and returns its status, 128 plus the signal number, or 127 if it is
    /// unknown.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return 127 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

enum ChildEnvironment {
    /// Returns whether a variable of this program holds a secret, which no other program needs.
    ///
    /// A URL may contain a password or key.
    static func isSecret(_ name: String, value: String) -> Bool {
        guard name.hasPrefix("CONTACTS_") else { return false }
        if SecretValues.isSecret(name) || name.hasSuffix("KEY") { return true }
        return name.hasSuffix("_URL") && value.contains { "@?".contains($0) }
    }

    /// Returns the environment variables without this program's secrets, terminated by a null pointer.
    ///
    /// The pointers belong to the process environment.
    static func pointers() -> [UnsafeMutablePointer<CChar>?] {
        ProcessVariables.entries.filter { !isSecret($0.name, value: $0.value) }.map(\.text) + [nil]
    }
}

/// Runs blocking work on a separate thread, because Swift's thread pool has only one thread per core.
func blocking<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: "contacts.blocking").async { continuation.resume(returning: work()) }
    }
}
