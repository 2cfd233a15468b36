import Primitives
import TerminalUI

/// An open file descriptor, with the system calls that the program makes on it.
struct Descriptor: Sendable {
    static let standardInput = Descriptor(number: 0)
    static let standardOutput = Descriptor(number: 1)
    static let standardError = Descriptor(number: 2)

    let number: Int32

    var isTerminal: Bool { isatty(number) == 1 }

    /// The terminal's columns and rows, at most ``Size/largestScreen``; `nil` without a terminal that reports them.
    var size: (columns: Int, rows: Int?)? {
        var size = winsize()
        guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        let most = Size.largestScreen
        return (min(Int(size.ws_col), most.columns), size.ws_row > 0 ? min(Int(size.ws_row), most.rows) : nil)
    }

    /// Writes all bytes, in as many system calls as necessary.
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
                // Another process sharing the descriptor made it non-blocking: wait until it is writable.
                var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, -1)
            case EPIPE:
                throw .brokenPipe
            case let code:
                throw .failed(reason: String(cString: strerror(code)))
            }
        }
    }

    /// Reads without blocking; `nil` while nothing is available, empty at end of input or after an error.
    func readAvailable(limit: Int) -> [UInt8]? {
        guard hasInput(before: .now) else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = bytes.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { return nil }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Waits for bytes and reads at most `limit`; empty at end of input, `nil` after an error.
    func readNext(limit: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        while true {
            let count = bytes.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
            if count >= 0 { return Array(bytes.prefix(count)) }
            guard errno == EINTR else { return nil }
        }
    }

    /// Waits until there is input or its end is reached; false if time runs out first.
    func hasInput(before end: ContinuousClock.Instant) -> Bool {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        while true {
            let left = max(.zero, ContinuousClock.now.duration(to: end)) / .milliseconds(1)
            let count = poll(&request, 1, Int32(min(left.rounded(.up), Double(Int32.max))))
            if count >= 0 || errno != EINTR { return count != 0 }
        }
    }

    /// Turns off the terminal's echo, and returns the settings to restore; `nil` without a terminal.
    func hideInput() -> termios? {
        var settings = termios()
        guard tcgetattr(number, &settings) == 0 else { return nil }
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO)
        return tcsetattr(number, TCSADRAIN, &hidden) == 0 ? settings : nil
    }

    func restore(_ settings: termios) {
        var settings = settings
        _ = tcsetattr(number, TCSADRAIN, &settings)
    }

    /// Waits for bytes and reads at most `limit`; empty at end of input or after an error.
    ///
    /// The descriptor is polled, so that canceling the task ends the wait.
    func next(limit: Int, pause: Duration = .milliseconds(2)) async throws -> [UInt8] {
        while true {
            if let bytes = readAvailable(limit: limit) { return bytes }
            try await Task.sleep(for: pause)
        }
    }

    /// Reads to the end of input, at most `limit` bytes.
    func readAll(limit: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < limit {
            let bytes = try await next(limit: min(65_536, limit - all.count))
            if bytes.isEmpty { break }
            all += bytes
        }
        return all
    }

    /// Opens a file for reading; if that fails, returns `nil` and sets `errno`.
    static func reading(_ path: String) -> Descriptor? {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        return number < 0 ? nil : Descriptor(number: number)
    }

    /// Returns the first bytes of a file, at most `limit`; `nil` if it can't be read.
    static func contents(of path: String, limit: Int) -> [UInt8]? {
        guard let file = reading(path) else { return nil }
        defer { file.close() }
        var contents: [UInt8] = []
        while contents.count < limit {
            guard let bytes = file.readNext(limit: min(1 << 20, limit - contents.count)) else { return nil }
            if bytes.isEmpty { break }
            contents += bytes
        }
        return contents
    }

    /// Opens a file that an option names for appending; a new file is readable only by its owner.
    static func appending(to path: String, as what: String, option: String) throws(Failure) -> Descriptor {
        let number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(
                .cannotCreate,
                "The \(what) “\(path)” cannot be opened: \(reason). Give another path with \(option)."
            )
        }
        return Descriptor(number: number)
    }

    /// Creates a pipe that child processes don't inherit; `nil` if no descriptors are left.
    static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
        var ends: [Int32] = [-1, -1]
        guard systemPipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
    }

    func close() {
        _ = systemClose(number)
    }

    /// Opens `/dev/null` for each standard stream that the parent process closed.
    ///
    /// Otherwise one of the program's files or sockets would get that number, and then receive text meant for the
    /// terminal. The stream is deliberately opened in the wrong direction: writing fails, as on a closed stream.
    static func occupyClosedStandardStreams() {
        for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) == -1 && errno == EBADF {
            // The system assigns the lowest free number, and all lower ones are open by now.
            _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// The number of files that the program has open at once, for the database, the network and the runtime.
    private static let neededCount = 24

    /// Returns whether the process may open enough files, raising its soft limit if possible.
    ///
    /// With too few descriptors the runtime itself crashes, so this prints the reason to standard error.
    static func hasRoom() -> Bool {
        if canOpen(neededCount) || canOpenMore() { return true }
        let message =
            "Too many open files: this process may not open the few that it needs. Raise the limit: ulimit -n 256"
        try? standardError.write(Array("contacts: \(message)\n".utf8))
        return false
    }

    private static func canOpenMore() -> Bool {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return false }
        limit.rlim_cur = min(limit.rlim_max, 1024)
        return setrlimit(resource, &limit) == 0 && canOpen(neededCount)
    }

    private static func canOpen(_ count: Int) -> Bool {
        var opened: [Int32] = []
        defer { for number in opened { _ = systemClose(number) } }
        while opened.count < count {
            let number = fcntl(2, F_DUPFD_CLOEXEC, 3)
            // Only a limit counts: standard error may be closed.
            guard number >= 0 else { return errno != EMFILE && errno != EINVAL }
            opened.append(number)
        }
        return true
    }

    /// Makes writing to a closed pipe an error rather than a signal, before a library changes that at another time.
    static func reportBrokenPipesAsErrors() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}

/// The system's `write`, which the method of the same name shadows.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// The system's `pipe`, which the method of the same name shadows.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

/// The system's `close`, which the method of the same name shadows.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
