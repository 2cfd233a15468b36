#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file descriptor of the process, with the few system calls that the program makes on it itself.
struct Descriptor: Sendable {
    static let standardInput = Descriptor(number: 0)
    static let standardOutput = Descriptor(number: 1)
    static let standardError = Descriptor(number: 2)

    let number: Int32

    /// Whether a person reads it: the descriptor belongs to a terminal.
    var isTerminal: Bool { isatty(number) == 1 }

    /// How many columns and rows the terminal has; `nil` when there is no terminal or it does not tell.
    var size: (columns: Int, rows: Int?)? {
        var size = winsize()
        guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : nil)
    }

    /// Writes all bytes, however many calls that takes.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                // `written` is smaller than the count, so the base address exists.
                systemWrite(number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR:
                continue
            case EAGAIN:
                // Whoever shares this descriptor made it non-blocking; wait until it takes bytes again.
                var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, -1)
            case EPIPE:
                throw .brokenPipe
            case let code:
                throw .failed(reason: String(cString: strerror(code)))
            }
        }
    }

    /// Reads what is there, at most `limit` bytes, without waiting for it: `nil` while there is nothing, no bytes at the
    /// end or when it cannot be read.
    func readAvailable(limit: Int) -> [UInt8]? {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 0) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = bytes.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { return nil }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Reads to the end, at most `limit` bytes.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while nothing comes.
    func readAll(limit: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < limit {
            guard let bytes = readAvailable(limit: min(65_536, limit - all.count)) else {
                try await Task.sleep(for: .milliseconds(2))
                continue
            }
            if bytes.isEmpty { break }
            all += bytes
        }
        return all
    }

    /// Opens a file to write at its end; creates it, readable by its owner only, when it does not exist.
    static func appending(to path: String) throws(OutputError) -> Descriptor {
        let number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw .failed(reason: String(cString: strerror(errno))) }
        return Descriptor(number: number)
    }

    /// Makes a pipe whose ends no other program inherits; `nil` when the system has none left.
    static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
        var ends: [Int32] = [-1, -1]
        guard systemPipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
    }

    /// Closes it; nobody may use it afterwards.
    func close() {
        _ = systemClose(number)
    }

    /// Opens `/dev/null` for each standard stream that the caller of the program closed, so that no file or socket of the
    /// program gets its number and then what was meant for the terminal.
    ///
    /// The open direction is the wrong one on purpose: writing to such a stream fails, as it does on a closed one.
    static func occupyClosedStandardStreams() {
        for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is taken, and those below are open by now.
            _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Makes writing to a closed pipe an error to be handled, before any library does it at a time of its own.
    static func reportBrokenPipesAsErrors() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}

/// The system's `write`, which the method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// The system's `pipe`, which the method of the same name would hide.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

/// The system's `close`, which the method of the same name would hide.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
