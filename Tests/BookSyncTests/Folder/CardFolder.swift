import Foundation
import Testing

@testable import BookSync

/// A folder for cards, which is removed with the last reference to it.
final class CardFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "vdir-\(UUID().uuidString)")

    var path: String { url.path }
    var source: FolderSource { FolderSource(path: path) }

    init() { mkdir(path, 0o700) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the path of a file, whose name Foundation would compose.
    func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, in place if it exists.
    func write(_ text: String, as name: String) throws {
        let file = try #require(fopen(path(name), "w"))
        fputs(text, file)
        fclose(file)
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
