import Synchronization

/// Writes a command's results to standard output, buffered and with every write checked.
///
/// Unlike `print`, it doesn't silently lose output when the disk is full or the stream is closed.
final class OutputWriter: Sendable {
    private static let capacity = 65_536

    private let descriptor: Descriptor
    private let buffer = Mutex<[UInt8]>([])

    private let pager: Pager?

    init(descriptor: Descriptor, pager: Pager? = nil) {
        self.descriptor = descriptor
        self.pager = pager
    }

    /// Buffers bytes, and writes them when the buffer is full.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        try buffer.withLock { buffer throws(OutputError) in
            buffer += bytes
            if buffer.count >= Self.capacity {
                try drain(&buffer)
            }
        }
    }

    func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    func flush() throws(OutputError) {
        try buffer.withLock { buffer throws(OutputError) in
            try drain(&buffer)
        }
    }

    /// Flushes the buffer, and waits until the user quits the pager, if any.
    func end() async throws(OutputError) {
        try flush()
        try await pager?.end()
    }

    private func drain(_ buffer: inout [UInt8]) throws(OutputError) {
        guard !buffer.isEmpty else { return }
        // Clear it even on failure: a second attempt at exit would only fail again.
        defer { buffer.removeAll(keepingCapacity: true) }
        if let pager { try pager.write(buffer) } else { try descriptor.write(buffer) }
    }
}

enum OutputError: Error, Equatable, Sendable {
    /// The reader exited, as in `contacts list | head -1`; no message is needed.
    case brokenPipe
    /// The system reported an error, such as `No space left on device`.
    case failed(reason: String)

    var reason: String {
        switch self {
        case .brokenPipe: "no process reads it"
        case .failed(let reason): reason
        }
    }
}

/// Shows results in a pager once they are longer than the screen.
final class Pager: Sendable {
    private struct State {
        /// Bytes held back because the results may still fit the screen.
        var held: [UInt8] = []
        var lines = 0
        var child: (process: ChildProcess, input: Descriptor)?
        /// Whether the results go directly to the terminal.
        var isDirect = false
    }

    private static let standard = "less"

    private let command: String
    private let rows: Int
    private let columns: Int
    private let output: Descriptor
    private let state = Mutex(State())

    /// Creates a pager; `nil` if input or output isn't a terminal, or if the variables turn it off.
    ///
    /// `CONTACTS_PAGER` names the program, else `PAGER`; an empty value or `cat` turns it off.
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

    /// Shows the remaining bytes, and waits until the user quits the pager.
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
        _ = await blocking { child.wait() }
    }

    private func start(_ state: inout State) throws(OutputError) {
        defer { state.held = [] }
        let pipe = Descriptor.pipe()
        // FRX: exit if the output fits one screen, show styles, don't clear the screen.
        let script = "LESS=\"${LESS-FRX}\"; export LESS; command -v \"${1%% *}\" >/dev/null || exec cat; \(command)"
        let process = pipe.flatMap { ChildProcess(command: script, arguments: [command], input: $0.reading) }
        pipe?.reading.close()
        guard let pipe, let process else {
            pipe?.writing.close()
            state.isDirect = true
            return try output.write(state.held)
        }
        state.child = (process, pipe.writing)
        try pipe.writing.write(state.held)
    }

    /// Returns the number of screen lines that the bytes occupy, with long lines wrapped by the terminal.
    private func lines(in bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        // Counts bytes, not columns: with non-Latin text the pager starts a little early.
        return lines.reduce(0) { $0 + max(1, ($1.count + columns - 1) / columns) }
    }
}
