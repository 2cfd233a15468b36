import Foundation
import Subprocess
import Testing

/// A folder of its own for a test, removed when the test lets go of it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "contacts-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

extension TemporaryFolder {
    func path(_ name: String) -> String { url.appending(path: name).path }

    /// The names in a folder, which is this one unless one in it is given, in order.
    func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    /// Writes a file, with the folders that lead to it, and returns its path.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

    func text(of name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }

    static func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Makes a program of a script, at a place in the folder.
    ///
    /// Another process writes it: a file that this one has open for writing cannot be started (`ETXTBSY`), and each child that
    /// another test starts at that moment has it open, too.
    static func makeProgram(_ script: String, at file: URL) async throws {
        let result = try await run(
            .name("sh"),
            arguments: ["-c", #"cat > "$1" && chmod 755 "$1""#, "sh", file.path],
            input: .string(script),
            output: .discarded,
            error: .discarded
        )
        guard result.terminationStatus.isSuccess else { throw UnwrittenProgram(name: file.lastPathComponent) }
    }

    private struct UnwrittenProgram: Error {
        let name: String
    }
}

extension String {
    /// A card with these lines.
    static func card(_ lines: String..., version: String = "3.0") -> String { card(lines, version: version) }

    static func card(_ lines: [String], version: String = "3.0") -> String {
        (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }
}

/// The checkout that the tests were built from.
enum Checkout {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The files of Swift in a folder.
    static func sources(in folder: String) throws -> [URL] {
        let folder = root.appending(path: folder)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects
        return try #require(files as? [URL]).filter { $0.pathExtension == "swift" }
    }
}
