import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Shows results on a terminal page by page, as soon as they are more than the screen holds.
final class Pager: Sendable {
    private struct State {
        /// What was not shown yet, since it may still fit the screen.
        var held: [UInt8] = []
        var lines = 0
        var child: (process: ChildProcess, input: Descriptor)?
        /// Whether the results go to the terminal themselves.
        var isDirect = false
    }

    /// The pager that is there on every system.
    private static let standard = "less"

    private let command: String
    private let rows: Int
    private let columns: Int
    private let output: Descriptor
    private let state = Mutex(State())

    /// A pager for the screen; `nil` when the results are no more than lines to a file, or nobody wants one.
    ///
    /// `CONTACTS_PAGER` names it, else `PAGER`; empty or `cat` is none.
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

    /// Takes the next bytes.
    ///
    /// - Throws: `OutputError.brokenPipe` when the pager was left.
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

    /// Shows what is left, and waits until the person has read it.
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
            // Waiting blocks, which must not cost the tasks a thread.
            Thread.detachNewThread { continuation.resume(returning: child.wait()) }
        }
    }

    private func start(_ state: inout State) throws(OutputError) {
        defer { state.held = [] }
        guard let pipe = Descriptor.pipe() else {
            state.isDirect = true
            return try output.write(state.held)
        }
        // Short output is left on the screen, styles are shown, and the screen is not cleared.
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

    /// The lines that the bytes take at least on the screen, long ones being broken by the terminal.
    private func lines(in bytes: [UInt8]) -> Int {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().reduce(0) {
            lines,
            line in
            // A line of other scripts has more bytes than columns; then the pager starts a little early.
            lines + max(1, (line.count + columns - 1) / columns)
        }
    }
}

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
