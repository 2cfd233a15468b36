import Foundation
import Repository

/// A new folder, which is removed with the last reference to it.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)").path

    /// The path of a file that does not exist yet.
    var database: String { path + "/contacts.db" }

    /// The names of the files in it.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    init() { mkdir(path, 0o755) }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// The permissions of a file.
func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
