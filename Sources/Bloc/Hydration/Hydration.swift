/// How a bloc keeps its state between runs: where, under which name, and in which form.
///
/// ```swift
/// bloc.hydrate(
///     Hydration(key: "settings", version: 2, storage: storage, migrations: [1: upgrade], encode: toJSON) { bytes, _ in
///         try fromJSON(bytes)
///     }
/// )
/// ```
///
/// The form is the program's: `encode` may save a part of the state, `decode` gets the initial state to complete it with.
public struct Hydration<State: Sendable>: Sendable {
    /// The name of the data: explicit, never the name of a type, which a refactoring would change.
    public let key: String
    let version: Int
    let storage: any HydrationStorage
    let migrations: [Int: @Sendable ([UInt8]) throws -> [UInt8]]
    let encode: @Sendable (State) throws -> [UInt8]
    let decode: @Sendable ([UInt8], State) throws -> State

    /// Describes how a state is kept.
    ///
    /// - Parameters:
    ///   - key: The name of the data, unique in the storage.
    ///   - id: Which of several blocs of that name, such as the identifier of what it shows.
    ///   - version: The version of the form that `encode` makes and `decode` reads, 1 or more.
    ///   - storage: Where the data is.
    ///   - migrations: For each older version, what makes the bytes of the next version of it; they are chained.
    ///   - encode: Makes bytes of a state. States of equal bytes are saved once.
    ///   - decode: Makes a state of bytes and the initial state; throws when the bytes make no sense.
    public init(
        key: String,
        id: String? = nil,
        version: Int = 1,
        storage: any HydrationStorage,
        migrations: [Int: @Sendable ([UInt8]) throws -> [UInt8]] = [:],
        encode: @escaping @Sendable (State) throws -> [UInt8],
        decode: @escaping @Sendable ([UInt8], State) throws -> State
    ) {
        self.key = id.map { "\(key)/\($0)" } ?? key
        self.version = version
        self.storage = storage
        self.migrations = migrations
        self.encode = encode
        self.decode = decode
    }
}

/// Keeps the states of blocs between runs of a program.
///
/// A write must be atomic: whoever reads after a crash finds the old data or the new, never a part. Calls may come from
/// any thread; for one key they come one at a time.
public protocol HydrationStorage: Sendable {
    /// Reads what was written last under a key; `nil` when nothing was.
    func read(_ key: String) throws -> HydratedData?

    /// Writes data under a key, in place of what is there.
    func write(_ data: HydratedData, for key: String) throws

    /// Takes data that cannot be read away from a key, and keeps it elsewhere for whoever wants to look.
    func moveAside(_ key: String) throws
}

/// A saved state: the bytes that an encoder made, and the version of their form.
public struct HydratedData: Hashable, Sendable {
    /// The version of the form, 1 or more.
    public let version: Int
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates data.
    public init(version: Int, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
}
