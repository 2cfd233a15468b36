/// The header fields of a request or an answer, in order; names are compared without regard to case.
public struct HTTPHeaderFields: Equatable, Sendable, CustomStringConvertible {
    private struct Field: Equatable, Sendable {
        var name: String
        var value: String
    }

    private var fields: [Field] = []

    /// Creates an empty list.
    public init() {}

    /// Takes pairs of name and value.
    public init(_ pairs: [(name: String, value: String)]) {
        fields = pairs.map { Field(name: $0.name, value: $0.value) }
    }

    /// The pairs of name and value, in order.
    public var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

    /// The first value of the name; setting replaces every value, `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// The names only: values may be secrets.
    public var description: String { fields.map(\.name).joined(separator: ", ") }
}
