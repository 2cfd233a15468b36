public import Bloc
public import Primitives

/// A storage that keeps the states of blocs in a folder, one file per bloc.
///
/// A write replaces a file atomically: the data is written to a second file and forced to disk, and that file replaces
/// the old one. If the process is killed or the machine loses power, either the old state or the new one is left. Only
/// the owner can read the files, and the folder if this storage creates it. Any text can be a key.
///
/// A damaged file is moved aside, to a name that ends in `.aside-1`, `.aside-2` and so on, and is never overwritten.
/// Several processes may use one folder; if they write at the same time, the last write wins. States waiting to be
/// saved are written together, and the folder is forced to disk once for all of them.
public struct FileHydrationStorage: HydrationStorage {
    /// The path of the folder.
    public let folder: String
    /// The absolute path of the folder, without `.` and `..`.
    ///
    /// Two values for the same folder are the same storage. Links are not followed.
    public let identity: any Hashable & Sendable
    /// A hook for tests, called after each step of a write.
    let afterStep: @Sendable (StateFile.Step) throws -> Void

    /// Creates a storage for a folder of the program's own, which is created by the first write.
    public init(folder: String) { self.init(folder: folder, afterStep: { _ in }) }

    /// Creates a storage for the folder at a URL, which is created by the first write.
    public init(folder: URL) { self.init(folder: folder.path) }

    init(folder: String, afterStep: @escaping @Sendable (StateFile.Step) throws -> Void) {
        self.folder = folder
        identity = FolderIdentity(folder)
        self.afterStep = afterStep
    }

    /// Returns the data that was last written under a key, or `nil` if there is none.
    ///
    /// - Throws: ``FileHydrationError`` if the file can't be read. A damaged file isn't an error: its version is
    ///   reported as 0, which no bloc reads, and the runtime moves it aside.
    public func read(_ key: String) throws -> HydratedData? {
        guard let content = try file(of: key).read() else { return nil }
        return StateRecord(content, key: key)?.data ?? HydratedData(version: StateRecord.noVersion, bytes: [])
    }

    /// Writes data under a key and replaces existing data; when this returns, the data is on disk.
    ///
    /// - Throws: ``FileHydrationError`` if the data can't be written; existing data is then unchanged.
    public func write(_ data: HydratedData, for key: String) throws {
        if let error = try write([key: data])[key] { throw error }
    }

    /// Writes the data of several keys; when this returns, the data is on disk.
    ///
    /// - Returns: The errors of the files that couldn't be written; their existing data is unchanged.
    /// - Throws: ``FileHydrationError`` if the folder can't be created or forced to disk.
    public func write(_ batch: [String: HydratedData]) throws -> [String: any Error] {
        try StateFile.makeFolder(folder)
        // Sorted, so that two processes lock the second files in the same order.
        var rest = batch.sorted { $0.key < $1.key }[...]
        var failures: [String: any Error] = [:]
        while !rest.isEmpty {
            failures.merge(replace(rest.prefix(Self.openFileLimit))) { $1 }
            rest = rest.dropFirst(Self.openFileLimit)
        }
        if failures.count < batch.count {
            try StateFile.synchronize(folder)
            try afterStep(.folderSynchronized)
        }
        return failures
    }

    /// Moves the data of a key aside and keeps it for inspection.
    ///
    /// - Throws: ``FileHydrationError`` if it can't be moved.
    public func moveAside(_ key: String) throws { try file(of: key).moveAside() }

    /// Removes the data of a key, for a state that must not outlive a session; does nothing if there is no data.
    ///
    /// Close the bloc first: its next save would bring the data back.
    ///
    /// - Throws: ``FileHydrationError`` if it can't be removed.
    public func remove(_ key: String) throws { try file(of: key).remove() }

    /// Lists the keys that have data, including damaged data.
    ///
    /// A key of more than about 100 characters is stored in the file, not in its name, and is omitted if the file is damaged.
    ///
    /// - Throws: ``FileHydrationError`` if the folder can't be read.
    public func keys() throws -> [String] {
        try StateFile.names(in: folder).compactMap { name in
            if let key = FileName.key(of: name) { return key }
            guard FileName.isCut(name), let content = try StateFile(folder: folder, name: name).read(),
                let key = StateRecord.key(in: content), FileName.of(key) == name
            else { return nil }
            return key
        }
    }

    /// The maximum number of files that a batch has open at a time; some systems allow only 256.
    private static let openFileLimit = 100

    private func file(of key: String) -> StateFile { StateFile(folder: folder, name: FileName.of(key)) }

    /// Replaces the files of some keys, and returns the errors by key; the folder must be forced to disk afterwards.
    private func replace(_ entries: ArraySlice<(key: String, value: HydratedData)>) -> [String: any Error] {
        var failures: [String: any Error] = [:]
        func attempt<Result>(_ key: String, _ step: () throws -> Result) -> Result? {
            do {
                return try step()
            } catch {
                failures[key] = error
                return nil
            }
        }
        let written = entries.compactMap { key, data in
            attempt(key) { try file(of: key).write(StateRecord(data, key: key).content, afterStep: afterStep) }
                .map { (key: key, file: $0) }
        }
        let errors = Replacement.synchronize(written.map(\.file))
        for (index, (key, file)) in written.enumerated() {
            attempt(key) {
                if let error = errors[index] { throw error }
                try afterStep(.synchronized)
                try file.replace()
                try afterStep(.renamed)
            }
        }
        return failures
    }
}

/// The identity of a folder's storage.
private struct FolderIdentity: Hashable, Sendable {
    /// The names in the absolute path, without `.` and `..`.
    private var names: [Substring] = []

    init(_ folder: String) {
        let path = folder.hasPrefix("/") ? folder : FileManager.default.currentDirectoryPath + "/" + folder
        for name in path.split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
    }
}

/// An error while reading or writing the file of a state.
public struct FileHydrationError: Error, CustomStringConvertible {
    /// The action that failed, such as `read`.
    public let action: String
    /// The path of the file or folder.
    public let path: String
    /// The error number, as in `errno`.
    public let number: Int32

    /// The failed action and the reason.
    public var description: String {
        "The storage of states could not \(action) “\(path)”: \(SystemCall.text(of: number))."
    }
}
