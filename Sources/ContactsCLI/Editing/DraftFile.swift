import Foundation

/// A text that somebody works on, in a file of its own that only they can read; it stays until it is removed.
struct DraftFile: Sendable {
    /// Where the file is.
    let path: String
    private let original: String

    /// Whether somebody changed the text, or it cannot be told.
    var isChanged: Bool { (try? Self.text(of: path)) != original }

    /// Makes a file in a folder, which is made when it does not exist.
    ///
    /// - Throws: ``Failure`` when it cannot be made (73).
    init(_ text: String, in folder: String) throws {
        original = text
        path = "\(folder)/contact-\(UUID().uuidString.prefix(8).lowercased()).txt"
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Failure(.cannotCreate, "The folder “\(folder)” for drafts cannot be made. Check its permissions.")
        }
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: attributes) else {
            throw Failure(.cannotCreate, "The draft “\(path)” cannot be written. Check the permissions and the disk.")
        }
    }

    /// Reads a template from a file.
    ///
    /// - Throws: ``Failure``: it is missing (66), cannot be read (74), is too large or no text (65).
    static func text(of path: String) throws -> String {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(.noInput, "The draft “\(path)” does not exist. Check the path.")
        }
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            data = try handle.read(upToCount: sizeLimit + 1) ?? Data()
        } catch {
            throw Failure(.inputOutput, "The draft “\(path)” cannot be read. Check its permissions.")
        }
        guard data.count <= sizeLimit else {
            throw Failure(.badData, "The draft “\(path)” is larger than 1 MB. A contact is not as large.")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Failure(.badData, "The draft “\(path)” is no UTF-8 text. Save it as UTF-8.")
        }
        return text
    }

    /// Removes the file, which is not needed any more.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static let sizeLimit = 1 << 20
}
