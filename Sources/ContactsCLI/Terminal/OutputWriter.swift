import Synchronization

/// The results of a command on their way to standard output: buffered, and every write checked.
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

    /// Takes bytes, and writes what was collected when that has become much.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        try buffer.withLock { buffer throws(OutputError) in
            buffer += bytes
            if buffer.count >= Self.capacity {
                try drain(&buffer)
            }
        }
    }

    /// Takes text.
    func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    /// Writes what was collected.
    func flush() throws(OutputError) {
        try buffer.withLock { buffer throws(OutputError) in
            try drain(&buffer)
        }
    }

    /// Writes what was collected, and waits until it was read when a person reads it page by page.
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

/// Why output could not be written.
enum OutputError: Error, Equatable, Sendable {
    /// Nobody reads any more, as after `contacts list | head -1`; no reason for a message.
    case brokenPipe
    /// The system refused, with its words for it (`No space left on device`).
    case failed(reason: String)
}
