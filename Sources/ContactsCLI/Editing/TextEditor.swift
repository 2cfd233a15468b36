import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The user's editor: `VISUAL`, else `EDITOR`, else `vi`.
struct TextEditor: Sendable {
    /// The command, as a shell reads it.
    let command: String

    init(environment: [String: String]) {
        command = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    }

    /// Lets the user change a file, and waits until the editor ends.
    ///
    /// - Returns: The exit status of the editor, 128 and the number of the signal that ended it, or 127 when there is none.
    func edit(_ path: String) async -> Int32 {
        await withCheckedContinuation { continuation in
            // Waiting blocks, which must not cost the tasks a thread.
            Thread.detachNewThread { [command] in
                continuation.resume(returning: Self.run(command, path))
            }
        }
    }

    private static func run(_ command: String, _ path: String) -> Int32 {
        let words = ["sh", "-c", "\(command) \"$1\"", "sh", path]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        #else
        var attributes = posix_spawnattr_t()
        #endif
        guard posix_spawnattr_init(&attributes) == 0 else { return 127 }
        defer { posix_spawnattr_destroy(&attributes) }
        // The editor gets the signals as a program that a shell starts.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", nil, &attributes, arguments, environ) == 0 else { return 127 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return 127 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
