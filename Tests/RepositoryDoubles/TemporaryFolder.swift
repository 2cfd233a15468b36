import Foundation

/// A new folder, which is removed with the last reference to it.
package final class TemporaryFolder: Sendable {
    package let path = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)").path

    package var database: String { path + "/contacts.db" }

    package var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    package init(mode: Int = 0o755) { mkdir(path, mode_t(mode)) }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }
}

package func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
