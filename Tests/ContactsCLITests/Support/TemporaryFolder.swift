import Foundation
import Subprocess

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
