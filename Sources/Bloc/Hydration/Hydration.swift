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
