import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Shows results in a pager as soon as they are longer than the screen.
final class Pager: Sendable {
    private struct State {
        /// Bytes that are not shown yet, since the results may still fit the screen.
        var held: [UInt8] = []
        var lines = 0
        var child: (process: ChildProcess, input: Descriptor)?
        /// Whether the results go directly to the terminal.
        var isDirect = false
    }

    /// The pager that every system has.
    private static let standard = "less"

    private let command: String
    private let rows: Int
    private let columns: Int
    private let output: Descriptor
    private let state = Mutex(State())

    /// Creates a pager for a terminal; `nil` when input or output is none, or when the variables ask for none.
    ///
    /// `CONTACTS_PAGER` names the program, else `PAGER`; empty or `cat` means none.
    init?(screen: Screen, output: Descriptor, input: Descriptor, environment: [String: String]) {
        guard screen.isTerminal, input.isTerminal, let rows = screen.rows, rows > 1, environment["TERM"] != "dumb"
        else {
            return nil
        }
        let command = environment["CONTACTS_PAGER"] ?? environment["PAGER"] ?? Self.standard
        guard !command.allSatisfy(\.isWhitespace), command != "cat" else { return nil }
        self.command = command
        self.rows = rows
        columns = screen.columns
        self.output = output
    }

    /// Shows or holds back the next bytes.
    ///
    /// - Throws: `OutputError.brokenPipe` when the user has left the pager.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        try state.withLock { state throws(OutputError) in
            if let child = state.child { return try child.input.write(bytes) }
            if state.isDirect { return try output.write(bytes) }
            state.held += bytes
            state.lines += lines(in: bytes)
            guard state.lines >= rows else { return }
            try start(&state)
        }
    }

    /// Shows the remaining bytes, and waits until the user leaves the pager.
    func end() async throws(OutputError) {
        let child = try state.withLock { state throws(OutputError) -> ChildProcess? in
            defer { state.child = nil }
            if let child = state.child {
                child.input.close()
                return child.process
            }
            try output.write(state.held)
            state.held = []
            return nil
        }
        guard let child else { return }
        _ = await withCheckedContinuation { continuation in
            // Waiting blocks, and must not take a thread from Swift's pool.
            Thread.detachNewThread { continuation.resume(returning: child.wait()) }
        }
    }

    private func start(_ state: inout State) throws(OutputError) {
        defer { state.held = [] }
        guard let pipe = Descriptor.pipe() else {
            state.isDirect = true
            return try output.write(state.held)
        }
        // FRX: exit when the output fits one screen, show styles, do not clear the screen.
        let script = "LESS=\"${LESS-FRX}\"; export LESS; command -v \"${1%% *}\" >/dev/null || exec cat; \(command)"
        let process = ChildProcess(command: script, arguments: [command], input: pipe.reading)
        pipe.reading.close()
        guard let process else {
            pipe.writing.close()
            state.isDirect = true
            return try output.write(state.held)
        }
        state.child = (process, pipe.writing)
        try pipe.writing.write(state.held)
    }

    /// The number of screen lines that the bytes take, with long lines wrapped by the terminal.
    private func lines(in bytes: [UInt8]) -> Int {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().reduce(0) {
            lines,
            line in
            // Bytes are counted, not columns: with non-Latin text the pager starts a little early.
            lines + max(1, (line.count + columns - 1) / columns)
        }
    }
}

/// A child process that runs a shell command, with default signal handling and without the secrets of this program.
struct ChildProcess: Sendable {
    private let process: pid_t

    /// Starts a shell command, with the arguments as `$1`, `$2` and so on; `nil` when the shell cannot be started.
    ///
    /// The command reads from `input`, and writes to `output`; by default they are those of this program. `name` is `$0`.
    /// A detached one has no terminal that it could ask at, and ends with all that it started.
    init?(
        command: String,
        name: String = "sh",
        arguments: [String] = [],
        input: Descriptor? = nil,
        output: Descriptor? = nil,
        isDetached: Bool = false
    ) {
        let words = ["sh", "-c", command, name] + arguments
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
        guard posix_spawn(&process, "/bin/sh", &actions, &attributes, pointers, &variables) == 0 else { return nil }
        self.process = process
    }

    /// A session of its own, which has no terminal.
    #if canImport(Darwin)
    private static let ownSession = Int16(POSIX_SPAWN_SETSID)
    #else
    // POSIX_SPAWN_SETSID, which the headers of the GNU C library hide from Swift.
    private static let ownSession: Int16 = 0x80
    #endif

    /// Kills a detached command that was not waited for yet, with all that it started.
    func end() { kill(-process, SIGKILL) }

    /// Blocks the thread until the command ends.
    ///
    /// - Returns: The exit status, 128 plus the number of the signal that ended the command, or 127 when it is unknown.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return 127 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
