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
