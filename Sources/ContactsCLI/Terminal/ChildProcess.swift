#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program that a shell runs for this one, with the signals as a shell gives them.
struct ChildProcess: Sendable {
    private let process: pid_t

    /// Starts a command as a shell reads it, the arguments being its `$1`, `$2` and so on; `nil` when there is no shell.
    ///
    /// The command reads from `input`, or from where this program does.
    init?(command: String, arguments: [String] = [], input: Descriptor? = nil) {
        let words = ["sh", "-c", command, "sh"] + arguments
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
        if let input { posix_spawn_file_actions_adddup2(&actions, input.number, 0) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", &actions, &attributes, pointers, environ) == 0 else { return nil }
        self.process = process
    }

    /// Waits for the end, which blocks the thread.
    ///
    /// - Returns: The exit status, 128 and the number of the signal that ended the command, or 127 when it cannot be told.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return 127 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
