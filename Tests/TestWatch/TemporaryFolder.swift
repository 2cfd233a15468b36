import Foundation

/// A folder for a test, which is removed with this.
public final class TemporaryFolder: Sendable {
    /// Where the folder is, or can be created.
    public let path = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)").path

    /// Creates the folder, or leaves that to the test.
    public init(isCreated: Bool = true) {
        if isCreated { mkdir(path, 0o755) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    public func path(_ name: String) -> String { "\(path)/\(name)" }
}
