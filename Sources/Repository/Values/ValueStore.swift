public import Foundation

/// Keeps small values by name between runs of the program.
///
/// Calls may come from any thread, and block while the store is busy. A write is atomic: whoever reads after a crash
/// finds the old value or the new one. Methods throw ``RepositoryError``.
public protocol ValueStore: Sendable {
    /// Reads a value; `nil` when there is none, or when it has expired.
    func value(for key: String) throws -> StoredValue?

    /// Keeps a value in place of the one that is there, for good or until it expires.
    func save(_ value: StoredValue, for key: String, until expiry: Date?) throws

    /// Forgets a value, if there is one.
    func remove(_ key: String) throws

    /// Gives a value another name, in place of a value that has it; nothing happens when there is none.
    func rename(_ key: String, to newKey: String) throws
}

extension ValueStore {
    /// Reads a text; `nil` when there is none, or something else.
    public func string(for key: String) throws -> String? {
        guard case .string(let text)? = try value(for: key) else { return nil }
        return text
    }

    /// Reads a whole number; `nil` when there is none, or something else.
    public func integer(for key: String) throws -> Int64? {
        guard case .integer(let number)? = try value(for: key) else { return nil }
        return number
    }

    /// Reads something; `nil` when there is none, or something else.
    ///
    /// - Throws: `DecodingError` as well, when it cannot be read as `type`.
    public func item<Item: Decodable>(_ type: Item.Type, for key: String) throws -> Item? {
        guard case .item(let json)? = try value(for: key) else { return nil }
        return try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    /// Reads a list; `nil` when there is none, or something else.
    ///
    /// - Throws: `DecodingError` as well, when its elements cannot be read as `type`.
    public func list<Item: Decodable>(of type: Item.Type, for key: String) throws -> [Item]? {
        guard case .list(let json)? = try value(for: key) else { return nil }
        return try JSONDecoder().decode([Item].self, from: Data(json.utf8))
    }

    /// Keeps a text.
    public func save(string: String, for key: String, until expiry: Date? = nil) throws {
        try save(.string(string), for: key, until: expiry)
    }

    /// Keeps a whole number.
    public func save(integer: Int64, for key: String, until expiry: Date? = nil) throws {
        try save(.integer(integer), for: key, until: expiry)
    }

    /// Keeps something as JSON.
    ///
    /// - Throws: `EncodingError` as well.
    public func save(item: some Encodable, for key: String, until expiry: Date? = nil) throws {
        try save(.item(json: try Self.json(item)), for: key, until: expiry)
    }

    /// Keeps a list as JSON.
    ///
    /// - Throws: `EncodingError` as well.
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
    /// A whole number.
    case integer(Int64)
    /// Something as JSON.
    case item(json: String)
    /// A list as a JSON array.
    case list(json: String)
}
