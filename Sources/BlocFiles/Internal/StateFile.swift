import Bloc
import Primitives

/// A second file, written and locked, that is about to replace the first one.
final class Replacement: Sendable {
    private let file: OpenFile
    private let path: String

    init(file: consuming OpenFile, path: String) {
        self.file = file
        self.path = path
    }

    #if canImport(Glibc)
    /// `syncfs`, which Swift's module of the C library doesn't declare; the type comes from its manual page.
    private static let synchronizeFileSystem: (@convention(c) (Int32) -> Int32)? = dlsym(nil, "syncfs").map {
        unsafeBitCast($0, to: (@convention(c) (Int32) -> Int32).self)
    }
    #endif

    /// Forces the data of several files to disk, and returns the errors by index.
    static func synchronize(_ files: [Replacement]) -> [Int: any Error] {
        #if canImport(Glibc)
        // One call for the whole file system takes as long as a few calls for single files.
        if files.count >= 16, let synchronize = synchronizeFileSystem, synchronize(files[0].file.descriptor) == 0 {
            return [:]
        }
        #endif
        var errors: [Int: any Error] = [:]
        for (index, replacement) in files.enumerated() {
            do {
                try replacement.file.synchronize()
            } catch {
                errors[index] = error
            }
        }
        return errors
    }

    /// Replaces the first file; the folder must be synchronized afterwards.
    func replace() throws {
        try SystemCall.run("replace", path) { rename(file.path, path) }
    }
}

/// A file that is replaced atomically.
struct StateFile {
    /// The steps of a replacement, in order.
    enum Step: CaseIterable, Sendable {
        /// The second file is open and locked.
        case opened
        /// The data is in the second file.
        case written
        /// The data of the second file is on disk.
        case synchronized
        /// The second file has replaced the old one.
        case renamed
        /// The new name is on disk.
        case folderSynchronized
    }

    let folder: String
    let name: String

    private var path: String { "\(folder)/\(name)" }
    /// The second file, whose name never changes, so that a file left by a killed process is reused.
    private var part: String { "\(path).part" }

    /// Returns the content, or `nil` if the file doesn't exist.
    func read() throws -> [UInt8]? {
        try Self.ifPresent { try OpenFile(path, O_RDONLY, action: "read").content() }
    }

    /// Writes new content to the second file, which stays locked until the result is released.
    ///
    /// The folder must exist.
    func write(_ content: [UInt8], afterStep: (Step) throws -> Void) throws -> Replacement {
        while true {
            let file = try OpenFile(part, O_WRONLY | O_CREAT | O_NOFOLLOW, action: "write")
            try SystemCall.run("lock", part) { flock(file.descriptor, LOCK_EX) }
            // While this process was waiting, another may have moved the file into place.
            guard try file.isStillNamed() else { continue }
            try afterStep(.opened)
            try SystemCall.run("empty", part) { ftruncate(file.descriptor, 0) }
            try file.append(content)
            try afterStep(.written)
            return Replacement(file: file, path: path)
        }
    }

    /// Moves the file to an unused name.
    func moveAside() throws {
        var number = 1
        while true {
            let aside = "\(path).aside-\(number)"
            do {
                // Reserve the name before the move, because a move would replace an existing file.
                _ = try OpenFile(aside, O_WRONLY | O_CREAT | O_EXCL, action: "create")
            } catch let error as FileHydrationError where error.number == EEXIST {
                number += 1
                continue
            }
            do {
                try SystemCall.run("move aside", path) { rename(path, aside) }
            } catch {
                unlink(aside)
                throw error
            }
            return try Self.synchronize(folder)
        }
    }

    /// Removes the file, and any replacement left by a killed process.
    func remove() throws {
        for path in [part, path] {
            try Self.ifPresent { try SystemCall.run("remove", path) { unlink(path) } }
        }
        // If the folder doesn't exist, nothing was ever written.
        try Self.ifPresent { try Self.synchronize(folder) }
    }

    /// Returns the result of `body`; `nil` if the file or the folder doesn't exist.
    @discardableResult
    private static func ifPresent<Result>(_ body: () throws -> Result) throws -> Result? {
        do { return try body() } catch let error as FileHydrationError where error.number == ENOENT { return nil }
    }

    /// Forces the names in a folder to disk.
    static func synchronize(_ folder: String) throws {
        try OpenFile(folder, O_RDONLY, action: "open").synchronize()
    }

    /// Creates the folder and its missing parents, accessible only to the owner.
    static func makeFolder(_ folder: String) throws {
        if mkdir(folder, mode_t(0o700)) != 0 {
            let number = errno
            if number == EEXIST { return }
            guard number == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
                throw FileHydrationError(action: "create the folder", path: folder, number: number)
            }
            try makeFolder(String(folder[..<slash]))
            guard mkdir(folder, mode_t(0o700)) == 0 || errno == EEXIST else {
                throw FileHydrationError(action: "create the folder", path: folder, number: errno)
            }
        }
        // A parent folder that can't be read can't be synchronized either.
        try? synchronize(folder + "/..")
    }

    /// Returns the names in a folder; empty if it doesn't exist.
    static func names(in folder: String) throws -> [String] {
        guard let stream = opendir(folder) else {
            let number = errno
            if number == ENOENT { return [] }
            throw FileHydrationError(action: "list", path: folder, number: number)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // The only way to tell an error from the end.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw FileHydrationError(action: "list", path: folder, number: errno) }
                return names
            }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
    }
}
