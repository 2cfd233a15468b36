import Primitives

/// Calls to the C library, whose failures become errors.
enum SystemCall {
    /// Makes a call, repeats it if a signal interrupted it, and returns its result: 0 or more.
    ///
    /// - Throws: ``FileHydrationError`` with the error number.
    @discardableResult
    static func run<Result: SignedInteger>(_ action: String, _ path: String, _ call: () -> Result) throws -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            if number != EINTR { throw FileHydrationError(action: action, path: path, number: number) }
        }
    }

    /// Returns the system's description of an error.
    static func text(of number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        _ = strerror_r(number, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? "error \(number)" : text
    }
}

/// An open file, closed when it is no longer used.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    let path: String

    /// Opens a file or folder.
    init(_ path: String, _ flags: Int32, action: String) throws {
        // Only the owner can read it.
        let descriptor = try SystemCall.run(action, path) { open(path, flags | O_CLOEXEC, mode_t(0o600)) }
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Returns all bytes of the file.
    func content() throws -> [UInt8] {
        var content: [UInt8] = []
        let size = 65_536
        while true {
            let piece = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let address = buffer.baseAddress
                count = try SystemCall.run("read", path) { read(descriptor, address, size) }
            }
            if piece.isEmpty { return content }
            content += piece
        }
    }

    /// Writes all bytes.
    func append(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try rest.withUnsafeBytes { buffer in
                try SystemCall.run("write", path) { write(descriptor, buffer.baseAddress, buffer.count) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Forces the written data to disk.
    func synchronize() throws {
        #if canImport(Darwin)
        // On Darwin, `fsync` leaves data in the disk's cache.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        try SystemCall.run("force to the disk", path) { fsync(descriptor) }
    }

    /// Returns whether the path still refers to this file; another process may have replaced it.
    func isStillNamed() throws -> Bool {
        var mine = stat()
        try SystemCall.run("examine", path) { fstat(descriptor, &mine) }
        var named = stat()
        guard lstat(path, &named) == 0 else { return false }
        return mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
    }
}
