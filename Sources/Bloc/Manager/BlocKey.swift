/// The key of a bloc of one type in a ``BlocManager``.
///
/// extension BlocKey where B == ContactListBloc {
///     static let contactList = BlocKey("contact-list")
/// }
/// let bloc = manager.bloc(for: .contactList) { ContactListBloc(service: service) }
public struct BlocKey<B: StateSource>: Hashable, Sendable, CustomStringConvertible {
    /// The key without its type.
    public let erased: AnyBlocKey

    /// Creates the key of a bloc, or of one of several blocs of the same kind with different identifiers.
    ///
    /// Equal keys refer to the same bloc and must have the same type. Name and identifier are compared separately:
    /// `BlocKey("room", id: "a/7")` and `BlocKey("room/a", id: 7)` are different keys.
    public init(_ name: String, id: (any CustomStringConvertible)? = nil) {
        erased = AnyBlocKey(name: name, id: id.map { "\($0)" })
    }

    package var name: String { erased.name }
    package var id: String? { erased.id }

    /// The key as readable text.
    public var description: String { name }
}

/// The key of a bloc of any type; see ``BlocKey/erased``.
public struct AnyBlocKey: Hashable, Sendable, CustomStringConvertible {
    /// The key as readable text: the name, with the identifier after a slash.
    package let name: String
    /// The identifier of one of several blocs of the same kind.
    package let id: String?

    init(name: String, id: String? = nil) {
        self.name = id.map { "\(name)/\($0)" } ?? name
        self.id = id
    }

    /// Hashes the name, which includes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The key as readable text.
    public var description: String { name }
}
