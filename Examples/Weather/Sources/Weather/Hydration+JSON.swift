import Bloc
import Foundation

extension Hydration where State: Codable {
    /// Saves the whole state as JSON.
    static func json(key: String, storage: any HydrationStorage) -> Hydration {
        Hydration(key: key, storage: storage) { state in
            Array(try JSONEncoder().encode(state))
        } decode: { bytes, _ in
            try JSONDecoder().decode(State.self, from: Data(bytes))
        }
    }
}

/// Keeps each state in a file of a folder.
struct FolderStorage: HydrationStorage {
    let folder: URL

    private func file(_ key: String) -> URL { folder.appending(path: "\(key).json") }

    func read(_ key: String) throws -> HydratedData? {
        guard FileManager.default.fileExists(atPath: file(key).path) else { return nil }
        return HydratedData(version: 1, bytes: Array(try Data(contentsOf: file(key))))
    }

    func write(_ data: HydratedData, for key: String) throws {
        try Data(data.bytes).write(to: file(key), options: .atomic)
    }

    func moveAside(_ key: String) throws {
        try FileManager.default.moveItem(at: file(key), to: folder.appending(path: "\(key).invalid"))
    }
}
