/// A description of how a bloc's state is saved between runs: the storage, the key and the format.
///
/// bloc.hydrate(
///     Hydration(key: "settings", version: 2, storage: storage, migrations: [1: upgrade], encode: toJSON) { bytes, _ in
///         try fromJSON(bytes)
///     }
/// )
///
/// The format is up to the program: `encode` may save part of the state, and `decode` gets the initial state for the rest.
public struct Hydration<State: Sendable>: Sendable {
    /// The key of the data.
    ///
    /// It is explicit, never the name of a type, because a refactoring would change that. With an identifier it is
    /// `name/identifier`; a slash inside either is written `%2F` and a percent sign `%25`, so that no two pairs share a key.
    public let key: String
    /// The key that earlier versions used, which joined name and identifier unescaped; `nil` if it is the same.
    let earlierKey: String?
    let version: Int
    let storage: any HydrationStorage
    let migrations: [Int: @Sendable ([UInt8]) throws -> [UInt8]]
    let encode: @Sendable (State) throws -> [UInt8]
    let decode: @Sendable ([UInt8], State) throws -> State

    /// Describes how a state is saved under a key that is unique in the storage.
    ///
    /// If several blocs share the key, an identifier, such as the contact's, is appended to it. `version` is that of
    /// the format that `encode` writes and `decode` reads, 1 or more; for each older version, a migration converts its
    /// bytes to the next version, and they are chained. `decode` gets the bytes and the initial state, and throws if
    /// the bytes are not valid. Equal bytes are not saved again.
    public init(
        key: String,
        id: String? = nil,
        version: Int = 1,
        storage: any HydrationStorage,
        migrations: [Int: @Sendable ([UInt8]) throws -> [UInt8]] = [:],
        encode: @escaping @Sendable (State) throws -> [UInt8],
        decode: @escaping @Sendable ([UInt8], State) throws -> State
    ) {
        let joined = id.map { "\(key)/\($0)" } ?? key
        self.key = id.map { "\(Self.escaped(key))/\(Self.escaped($0))" } ?? Self.escaped(key)
        earlierKey = self.key == joined ? nil : joined
        self.version = version
        self.storage = storage
        self.migrations = migrations
        self.encode = encode
        self.decode = decode
    }

    private static func escaped(_ part: String) -> String {
        part.replacing("%", with: "%25").replacing("/", with: "%2F")
    }

    /// Reads the saved state, migrates it to the current version, and decodes it; a pending write is newer than the storage.
    func restored(_ writing: HydratedData?, over initial: State) -> RestoredState<State> {
        var key = key
        /// Returns the result for data that can't be used and must not be overwritten.
        func refused(_ code: HydrationError.Code, _ error: (any Error)? = nil) -> RestoredState<State> {
            RestoredState(error: HydrationError(code, key: key, underlying: error), isSaving: false)
        }
        var found = writing
        do {
            if found == nil { found = try storage.read(key) }
            if found == nil, let earlierKey {
                found = try storage.read(earlierKey)
                key = earlierKey
            }
        } catch let error as HydrationError where error.code == .notPrefetched {
            return RestoredState(error: error, isSaving: false)
        } catch {
            return refused(.unreadable, error)
        }
        guard let data = found else { return RestoredState() }
        if data.version > version { return refused(.newerVersion) }
        do {
            return RestoredState(state: try decode(try migrated(data), initial))
        } catch let invalid {
            do {
                try storage.moveAside(key)
                return RestoredState(error: HydrationError(.corrupt, key: key, underlying: invalid))
            } catch {
                return refused(.cannotMoveAside, error)
            }
        }
    }

    private func migrated(_ data: HydratedData) throws -> [UInt8] {
        var bytes = data.bytes
        var reached = data.version
        while reached < version {
            guard let migrate = migrations[reached] else { throw MissingMigration(from: reached) }
            bytes = try migrate(bytes)
            reached += 1
        }
        return bytes
    }
}

/// The result of restoring a state.
struct RestoredState<State: Sendable>: Sendable {
    /// The restored state; `nil` if there was none or it couldn't be used.
    var state: State?
    var error: HydrationError?
    /// Whether states may be saved.
    ///
    /// Data that a newer program wrote, or that couldn't be read, must not be overwritten.
    var isSaving = true
}

/// An error for a missing migration from one version of saved data to the next.
struct MissingMigration: Error, CustomStringConvertible {
    let from: Int

    var description: String { "no migration from version \(from) to \(from + 1)" }
}
