import Synchronization

/// Writes a command's results to standard output, buffered and with every write checked.
///
/// Unlike `print`, it doesn't silently lose output when the disk is full or the stream is closed.
final class OutputWriter: Sendable {
    private static let capacity = 65_536

    private let descriptor: Descriptor
    private let state: Mutex<(buffer: [UInt8], pager: Pager?)>

    init(descriptor: Descriptor, pager: Pager? = nil) {
        self.descriptor = descriptor
        state = Mutex(([], pager))
    }

    /// Buffers bytes, and writes them when the buffer is full.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        try state.withLock { state throws(OutputError) in
            state.buffer += bytes
            if state.buffer.count >= Self.capacity { try drain(&state) }
        }
    }

    func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    func flush() throws(OutputError) {
        try state.withLock { state throws(OutputError) in try drain(&state) }
    }

    /// Flushes the buffer, and waits until the user quits the pager, if any.
    func end() async throws(OutputError) {
        let process = try state.withLock { state throws(OutputError) -> ChildProcess? in
            try drain(&state)
            return try state.pager?.end()
        }
        if let process { _ = await blocking { process.wait() } }
    }

    private func drain(_ state: inout (buffer: [UInt8], pager: Pager?)) throws(OutputError) {
        guard !state.buffer.isEmpty else { return }
        // Clear it even on failure: a second attempt at exit would only fail again.
        defer { state.buffer.removeAll(keepingCapacity: true) }
        if state.pager == nil { return try descriptor.write(state.buffer) }
        try state.pager?.write(state.buffer)
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
struct Pager: Sendable {
    private static let standard = "less"

    private let command: String
    private let rows: Int
    private let columns: Int
    private let output: Descriptor
    /// Bytes held back because the results may still fit the screen.
    private var held: [UInt8] = []
    private var lines = 0
    private var child: (process: ChildProcess, input: Descriptor)?
    /// Whether the results go directly to the terminal.
    private var isDirect = false

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

    mutating func write(_ bytes: [UInt8]) throws(OutputError) {
        if let child { return try child.input.write(bytes) }
        if isDirect { return try output.write(bytes) }
        held += bytes
        // Counts bytes, not columns: with non-Latin text the pager starts a little early.
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            // The terminal wraps long lines.
            lines += max(1, (line.count + columns - 1) / columns)
        }
        if lines >= rows { try start() }
    }

    /// Shows the remaining bytes, and returns the program to wait for until the user quits it.
    mutating func end() throws(OutputError) -> ChildProcess? {
        guard let child else {
            try output.write(held)
            held = []
            return nil
        }
        self.child = nil
        child.input.close()
        return child.process
    }

    private mutating func start() throws(OutputError) {
        defer { held = [] }
        let pipe = Descriptor.pipe()
        // FRX: exit if the output fits one screen, show styles, don't clear the screen.
        let script = "LESS=\"${LESS-FRX}\"; export LESS; command -v \"${1%% *}\" >/dev/null || exec cat; \(command)"
        let process = pipe.flatMap { ChildProcess(command: script, arguments: [command], input: $0.reading) }
        pipe?.reading.close()
        guard let pipe, let process else {
            pipe?.writing.close()
            isDirect = true
            return try output.write(held)
        }
        child = (process, pipe.writing)
        try pipe.writing.write(held)
    }
}
