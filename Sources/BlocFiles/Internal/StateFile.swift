import Bloc
import Primitives

/// A second file that is written and locked, and is to take the place of the first.
final class Replacement: Sendable {
    private let file: OpenFile
    private let path: String

    init(file: consuming OpenFile, path: String) {
        self.file = file
        self.path = path
    }

    #if canImport(Glibc)
    /// `syncfs`, which Swift's module of the C library does not declare; the type is that of its manual page.
    private static let synchronizeFileSystem: (@convention(c) (Int32) -> Int32)? = dlsym(nil, "syncfs").map {
        unsafeBitCast($0, to: (@convention(c) (Int32) -> Int32).self)
    }
    #endif

    /// Forces the data of several files to the disk.
    ///
    /// - Returns: The errors by index.
    static func synchronize(_ files: [Replacement]) -> [Int: any Error] {
        #if canImport(Glibc)
        // One call for the whole file system takes as long as some calls for one file.
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

    /// Takes the place of the first file; the folder must be synchronized afterwards.
    func replace() throws {
        try SystemCall.run("replace", path) { rename(file.path, path) }
    }
}

/// A file that is replaced at once.
struct StateFile {
    /// The steps of a replacement, in order.
    enum Step: CaseIterable, Sendable {
        /// The second file is open and locked.
        case opened
        /// The data is in the second file.
        case written
        /// The data of the second file is on the disk.
        case synchronized
        /// The second file has taken the place of the old one.
        case renamed
        /// The new name is on the disk.
        case folderSynchronized
    }

    let folder: String
    let name: String

    private var path: String { "\(folder)/\(name)" }
    /// The second file, always of one name: what a killed process left is used again.
    private var part: String { "\(path).part" }

    /// The content; `nil` if there is no file.
    func read() throws -> [UInt8]? {
        try Self.ifPresent { try OpenFile(path, O_RDONLY, action: "read").content() }
    }

    /// Writes new content to the second file, which stays locked until the result is released.
    ///
    /// The folder must exist.
    func write(_ content: [UInt8], afterStep: (Step) throws -> Void) throws -> Replacement {
        while true {
            let file = try OpenFile(part, O_WRONLY | O_CREAT | O_NOFOLLOW, action: "write")
            try file.lock()
            // While this process waited, another may have moved the file into its place.
            guard try file.isStillNamed() else { continue }
            try afterStep(.opened)
            try file.truncate()
            try file.append(content)
            try afterStep(.written)
            return Replacement(file: file, path: path)
        }
    }

    /// Gives the file a name that no other has.
    func moveAside() throws {
        var number = 1
        while true {
            let aside = "\(path).aside-\(number)"
            do {
                // Taken before the move, which would replace a file that is there.
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

    /// Removes the file, and what a killed process left of a replacement.
    func remove() throws {
        for path in [part, path] {
            try Self.ifPresent { try SystemCall.run("remove", path) { unlink(path) } }
        }
        // Without the folder, nothing was ever written.
        try Self.ifPresent { try Self.synchronize(folder) }
    }

    /// Returns the result of `body`; `nil` if the file or the folder doesn't exist.
    @discardableResult
    private static func ifPresent<Result>(_ body: () throws -> Result) throws -> Result? {
        do { return try body() } catch let error as FileHydrationError where error.number == ENOENT { return nil }
    }

    /// Forces the names in a folder to the disk.
    static func synchronize(_ folder: String) throws {
        try OpenFile(folder, O_RDONLY, action: "open").synchronize()
    }

    /// Creates the folder, and those above it, for the owner alone.
    static func makeFolder(_ folder: String) throws {
        var missing: [String] = []
        var next = folder
        while mkdir(next, mode_t(0o700)) != 0 {
            let number = errno
            if number == EEXIST { break }
            guard number == ENOENT, let slash = next.lastIndex(of: "/"), slash != next.startIndex else {
                throw FileHydrationError(action: "create the folder", path: next, number: number)
            }
            missing.append(next)
            next = String(next[..<slash])
        }
        for path in missing.reversed() {
            guard mkdir(path, mode_t(0o700)) == 0 || errno == EEXIST else {
                throw FileHydrationError(action: "create the folder", path: path, number: errno)
            }
            try synchronize(path + "/..")
        }
    }

    /// The names in a folder; none if it doesn't exist.
    static func names(in folder: String) throws -> [String] {
        guard let stream = opendir(folder) else {
            let number = errno
            if number == ENOENT { return [] }
            throw FileHydrationError(action: "list", path: folder, number: number)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // Only this tells an error from the end.
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
