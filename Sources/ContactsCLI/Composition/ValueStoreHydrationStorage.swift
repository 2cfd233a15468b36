import Bloc
import Primitives
import Repository

struct ValueStoreHydrationStorage: HydrationStorage {
    private struct Entry: Codable {
        var version: Int
        var bytes: Data
    }

    /// The version reported for a value that isn't a state; no bloc accepts it.
    private static let noVersion = 0

    let store: SQLiteValueStore
    /// The prefix of all value names, so that one store can keep the states of several programs.
    var prefix = ""

    var identity: any Hashable & Sendable { "values of \(ObjectIdentifier(store)): \(prefix)" }

    func read(_ key: String) throws -> HydratedData? {
        guard let json = try store.value(for: name(of: key)) else { return nil }
        guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(json.utf8)) else {
            return HydratedData(version: Self.noVersion, bytes: [])
        }
        return HydratedData(version: entry.version, bytes: Array(entry.bytes))
    }

    func write(_ data: HydratedData, for key: String) throws {
        _ = try write([key: data])
    }

    func write(_ batch: [String: HydratedData]) throws -> [String: any Error] {
        let encoder = JSONEncoder()
        var values: [String: String] = [:]
        for (key, data) in batch {
            let json = try encoder.encode(Entry(version: data.version, bytes: Data(data.bytes)))
            values[name(of: key)] = String(decoding: json, as: UTF8.self)
        }
        try store.save(values)
        return [:]
    }

    func moveAside(_ key: String) throws {
        try store.rename(name(of: key), to: name(of: key) + ".aside")
    }

    private func name(of key: String) -> String { "state/\(prefix)\(key)" }
}
