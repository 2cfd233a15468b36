#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A path for a test's folder, whose folder is removed with this.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "bloc-files-\(UUID().uuidString)").path

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The names of the files in it.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func content(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map { Array($0) }
    }

    func write(_ content: [UInt8], to name: String) throws {
        try Data(content).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// The permissions of a file in it, or of itself.
    func permissions(of name: String = "") throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }
}
