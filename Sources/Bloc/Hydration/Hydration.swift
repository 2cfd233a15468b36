/// How a bloc saves its state between runs: the storage, the key and the format.
///
/// ```swift
/// bloc.hydrate(
///     Hydration(key: "settings", version: 2, storage: storage, migrations: [1: upgrade], encode: toJSON) { bytes, _ in
///         try fromJSON(bytes)
///     }
/// )
/// ```
///
/// The program chooses the format: `encode` may save a part of the state, and `decode` gets the initial state to complete it.
public struct Hydration<State: Sendable>: Sendable {
    /// The key of the data.
    ///
    /// It is explicit, never the name of a type, which a refactoring would change. With an identifier it is
    /// `name/identifier`; a slash inside either is written `%2F` and a percent sign `%25`, so that no two pairs have one key.
    public let key: String
    /// The key of the data in earlier versions, which joined name and identifier as they were; `nil` when it is the same.
    let earlierKey: String?
    let version: Int
    let storage: any HydrationStorage
    let migrations: [Int: @Sendable ([UInt8]) throws -> [UInt8]]
    let encode: @Sendable (State) throws -> [UInt8]
    let decode: @Sendable ([UInt8], State) throws -> State

    /// Describes how a state is saved.
    ///
    /// - Parameters:
    ///   - key: The key of the data, unique in the storage.
    ///   - id: An identifier if several blocs share the key, such as the contact's; it is appended to the key.
    ///   - version: The version of the format that `encode` writes and `decode` reads, 1 or more.
    ///   - storage: The storage of the data.
    ///   - migrations: For each older version, the conversion of its bytes to the next version; they are chained.
    ///   - encode: Makes bytes from a state. Equal bytes are not saved again.
    ///   - decode: Makes a state from bytes and the initial state; throws when the bytes are not valid.
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
}
