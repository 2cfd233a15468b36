import Foundation

/// A folder for a test, which is removed with this.
public final class TemporaryFolder: Sendable {
    /// Where the folder is, or can be created.
    public let path = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)").path

    /// The names of the files in it.
    public var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    /// Creates the folder, or leaves that to the test.
    public init(isCreated: Bool = true, mode: Int = 0o755) {
        if isCreated { mkdir(path, mode_t(mode)) }
    }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it.
    public func path(_ name: String) -> String { "\(path)/\(name)" }
}
