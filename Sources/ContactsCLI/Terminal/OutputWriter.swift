import Synchronization

/// Writes the results of a command to standard output: buffered, with every write checked.
///
/// Unlike `print`, which loses output silently when the disk is full or the stream is closed.
final class OutputWriter: Sendable {
    private static let capacity = 65_536

    private let descriptor: Descriptor
    private let buffer = Mutex<[UInt8]>([])

    private let pager: Pager?

    init(descriptor: Descriptor, pager: Pager? = nil) {
        self.descriptor = descriptor
        self.pager = pager
    }

    /// Buffers bytes and writes them when the buffer is full.
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

    /// Writes the buffered bytes, and waits until the pager, if any, was left.
    func end() async throws(OutputError) {
        try flush()
        try await pager?.end()
    }

    private func drain(_ buffer: inout [UInt8]) throws(OutputError) {
        guard !buffer.isEmpty else { return }
        // Emptied on failure too: a second attempt at the end of the program would only fail again.
        defer { buffer.removeAll(keepingCapacity: true) }
        if let pager { try pager.write(buffer) } else { try descriptor.write(buffer) }
    }
}

/// The reason that output couldn't be written.
enum OutputError: Error, Equatable, Sendable {
    /// The reader has gone, as after `contacts list | head -1`, which needs no message.
    case brokenPipe
    /// The system refused, with its reason (`No space left on device`).
    case failed(reason: String)

    var reason: String {
        switch self {
        case .brokenPipe: "no process reads it"
        case .failed(let reason): reason
        }
    }
}
