import Bloc
import Foundation
import Repository

/// Keeps the states of blocs in a store of values.
struct ValueStoreHydrationStorage: HydrationStorage {
    /// The stored form of a state.
    private struct Entry: Codable {
        var version: Int
        var bytes: Data
    }

    /// The version reported for a value that is not a state; no bloc reads it.
    private static let noVersion = 0

    private let store: any ValueStore

    /// What the names of the values begin with, so that one store can keep the states of several programs.
    private let prefix: String

    init(store: any ValueStore, prefix: String = "") {
        self.store = store
        self.prefix = prefix
    }

    func read(_ key: String) throws -> HydratedData? {
        let name = name(of: key)
        do {
            guard let entry = try store.item(Entry.self, for: name) else {
                return try store.value(for: name).map { _ in HydratedData(version: Self.noVersion, bytes: []) }
            }
            return HydratedData(version: entry.version, bytes: Array(entry.bytes))
        } catch is DecodingError {
            return HydratedData(version: Self.noVersion, bytes: [])
        }
    }

    func write(_ data: HydratedData, for key: String) throws {
        try store.save(item: Entry(version: data.version, bytes: Data(data.bytes)), for: name(of: key))
    }

    func moveAside(_ key: String) throws {
        try store.rename(name(of: key), to: name(of: key) + ".aside")
    }

    private func name(of key: String) -> String { "state/\(prefix)\(key)" }
}
