#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Stores small values by key between runs of the program.
///
/// Methods may be called from any thread, and block while the store is locked. A write is atomic: after a crash a read
/// returns the old value or the new one. Methods throw ``RepositoryError``.
public protocol ValueStore: AnyObject, Sendable {
    /// Reads a value; `nil` when there is none or it has expired.
    func value(for key: String) throws -> StoredValue?

    /// Saves a value in place of the current one, for good or until it expires.
    func save(_ value: StoredValue, for key: String, until expiry: Date?) throws

    /// Saves several values for good, all or none.
    func save(_ values: [String: StoredValue]) throws

    /// Removes a value, if there is one.
    func remove(_ key: String) throws

    /// Renames a value, in place of one with the new key; does nothing when there is no value.
    func rename(_ key: String, to newKey: String) throws
}

extension ValueStore {
    /// Reads a text; `nil` when there is no value or it is of another kind.
    public func string(for key: String) throws -> String? {
        guard case .string(let text)? = try value(for: key) else { return nil }
        return text
    }

    /// Reads an integer; `nil` when there is no value or it is of another kind.
    public func integer(for key: String) throws -> Int64? {
        guard case .integer(let number)? = try value(for: key) else { return nil }
        return number
    }

    /// Reads an item; `nil` when there is no value or it is of another kind.
    ///
    /// - Throws: `DecodingError`, too, when it cannot be decoded as `type`.
    public func item<Item: Decodable>(_ type: Item.Type, for key: String) throws -> Item? {
        guard case .item(let json)? = try value(for: key) else { return nil }
        return try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    /// Reads a list; `nil` when there is no value or it is of another kind.
    ///
    /// - Throws: `DecodingError`, too, when its elements cannot be decoded as `type`.
    public func list<Item: Decodable>(of type: Item.Type, for key: String) throws -> [Item]? {
        guard case .list(let json)? = try value(for: key) else { return nil }
        return try JSONDecoder().decode([Item].self, from: Data(json.utf8))
    }

    /// Saves a text.
    public func save(string: String, for key: String, until expiry: Date? = nil) throws {
        try save(.string(string), for: key, until: expiry)
    }

    /// Saves an integer.
    public func save(integer: Int64, for key: String, until expiry: Date? = nil) throws {
        try save(.integer(integer), for: key, until: expiry)
    }

    /// Saves an item as JSON.
    ///
    /// - Throws: `EncodingError`, too.
    public func save(item: some Encodable, for key: String, until expiry: Date? = nil) throws {
        try save(.item(json: try Self.json(item)), for: key, until: expiry)
    }

    /// Saves a list as JSON.
    ///
    /// - Throws: `EncodingError`, too.
    public func save(list: [some Encodable], for key: String, until expiry: Date? = nil) throws {
        try save(.list(json: try Self.json(list)), for: key, until: expiry)
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}

/// A value in a ``ValueStore``.
public enum StoredValue: Equatable, Sendable {
    /// A text.
    case string(String)
    /// An integer.
    case integer(Int64)
    /// An item as JSON.
    case item(json: String)
    /// A list as a JSON array.
    case list(json: String)
}
