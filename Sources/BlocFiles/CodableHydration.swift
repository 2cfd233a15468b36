public import Bloc
import Primitives

/// A hydration that saves a `Codable` state, or a `Codable` part of a state, as JSON.
///
/// bloc.hydrate(CodableHydration(key: "todos", storage: FileHydrationStorage(folder: "/var/lib/todos")))
///
/// If the type changes so that older JSON can no longer be decoded, raise `version` and add a migration from each older
/// version; migrations are chained:
///
/// CodableHydration(key: "todos", version: 2, storage: storage, migrations: [1: .from([String].self) { Todos($0) }])
public struct CodableHydration<State: Sendable>: Sendable {
    /// The same description in the form that the runtime uses.
    public let hydration: Hydration<State>

    /// The key of the data.
    public var key: String { hydration.key }

    /// Saves the whole state under a key that is unique in the storage.
    ///
    /// Don't derive the key from the name of a type, which may change. If several blocs share it, an identifier, such as
    /// the contact's, is appended to it. The version is that of the state's JSON, 1 or more; for each older version, a
    /// migration converts its JSON to the next version.
    public init(
        key: String,
        id: String? = nil,
        version: Int = 1,
        storage: any HydrationStorage,
        migrations: [Int: CodableMigration] = [:]
    ) where State: Codable {
        self.init(key: key, id: id, version: version, storage: storage, saving: \.self, migrations: migrations)
    }

    /// Saves a part of the state, such as `\.settings`; after a restart, the rest comes from the initial state.
    ///
    /// Everything else works as for ``init(key:id:version:storage:migrations:)``; the version is that of the part's JSON.
    public init<Part: Codable & SendableMetatype>(
        key: String,
        id: String? = nil,
        version: Int = 1,
        storage: any HydrationStorage,
        saving part: any WritableKeyPath<State, Part> & Sendable,
        migrations: [Int: CodableMigration] = [:]
    ) {
        hydration = Hydration(
            key: key,
            id: id,
            version: version,
            storage: storage,
            migrations: migrations.mapValues(\.convert),
            encode: { try JSONCoder.saved.encode($0[keyPath: part]) },
            decode: { bytes, initial in
                var state = initial
                state[keyPath: part] = try JSONCoder.saved.decode(Part.self, from: bytes)
                return state
            }
        )
    }
}

/// The conversion of saved JSON from one version to the next.
public struct CodableMigration: Sendable {
    let convert: @Sendable ([UInt8]) throws -> [UInt8]

    /// Converts a value of the old type to the next version's type; if that throws, the data is moved aside.
    ///
    /// Keep the old type, or a private copy of it, as long as its data may exist.
    public static func from<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
        _ old: Old.Type,
        _ convert: @escaping @Sendable (Old) throws -> New
    ) -> CodableMigration {
        CodableMigration { bytes in try JSONCoder.saved.encode(convert(JSONCoder.saved.decode(Old.self, from: bytes))) }
    }

    /// Converts the raw bytes of the JSON; if that throws, the data is moved aside.
    public static func bytes(_ convert: @escaping @Sendable ([UInt8]) throws -> [UInt8]) -> CodableMigration {
        CodableMigration(convert: convert)
    }
}

extension BlocBuilder {
    /// Restores the state when the bloc is created, and saves it as JSON when it changes.
    public mutating func hydrate(_ hydration: CodableHydration<B.State>) { hydrate(hydration.hydration) }
}

extension JSONCoder {
    /// A state with an infinite number or NaN couldn't be saved at all without these texts.
    fileprivate static let saved = JSONCoder(infinity: "+Infinity", minusInfinity: "-Infinity", notANumber: "NaN")
}
