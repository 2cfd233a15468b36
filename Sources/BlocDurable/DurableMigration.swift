import Primitives

/// The conversion of stored states and events from one version to the next.
public struct DurableMigration: Sendable {
    let state: @Sendable ([UInt8]) throws -> [UInt8]
    let event: @Sendable ([UInt8]) throws -> [UInt8]

    /// Converts JSON to the next version's JSON; by default states and events stay the same.
    public init(
        state: @escaping @Sendable ([UInt8]) throws -> [UInt8] = { $0 },
        event: @escaping @Sendable ([UInt8]) throws -> [UInt8] = { $0 }
    ) {
        self.state = state
        self.event = event
    }

    /// Converts a state of the old type to the next version's type.
    public static func state<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
        from old: Old.Type,
        _ convert: @escaping @Sendable (Old) throws -> New
    ) -> DurableMigration {
        DurableMigration(state: { try JSONCoder.stored.encode(convert(JSONCoder.stored.decode(from: $0))) })
    }
}

/// A registered bloc type.
protocol AnyRegisteredType: Sendable {
    var version: Int { get }
    func cell(_ key: StoreKey, _ host: DurableHost) -> any AnyCell
}

struct RegisteredType<B: DurableBloc>: AnyRegisteredType {
    let version: Int
    let migrations: [Int: DurableMigration]
    let create: @Sendable (Durable<B>) throws -> B

    func cell(_ key: StoreKey, _ host: DurableHost) -> any AnyCell { host.cell(key, self) }

    /// Decodes a state or event of any version; `conversion` selects the conversion for its kind.
    func decode<Value: Decodable>(
        _ kind: String,
        _ bytes: [UInt8],
        version stored: Int,
        _ key: StoreKey,
        _ conversion: (DurableMigration) -> ([UInt8]) throws -> [UInt8]
    ) throws -> Value {
        guard stored <= version else { throw newer(key, stored) }
        do {
            var bytes = bytes
            for step in stored..<version { bytes = try migrations[step].map(conversion)?(bytes) ?? bytes }
            return try JSONCoder.stored.decode(Value.self, from: bytes)
        } catch {
            throw DurableError(.undecodable, "The \(kind) of “\(key)” cannot be decoded: \(error)")
        }
    }

    func newer(_ key: StoreKey, _ stored: Int) -> DurableError {
        DurableError(
            .newerVersion,
            "“\(key)” was written by version \(stored) of \(B.self); this program supports up to version \(version). Update it."
        )
    }
}

extension JSONCoder {
    /// The coder for everything in stores.
    static let stored = JSONCoder()
}
