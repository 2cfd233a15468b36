/// The key of a bloc whose type does not matter, see ``BlocKey/erased``.
public struct AnyBlocKey: Hashable, Sendable, CustomStringConvertible {
    /// The text of the key.
    public let name: String

    /// The text of the key.
    public var description: String { name }
}
