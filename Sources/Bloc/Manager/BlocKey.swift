/// The key of a bloc of one type in a ``BlocManager``.
///
/// ```swift
/// extension BlocKey where B == ContactListBloc {
///     static let contactList = BlocKey("contact-list")
/// }
/// let bloc = manager.bloc(for: .contactList) { ContactListBloc(service: service) }
/// ```
public struct BlocKey<B: StateSource>: Hashable, Sendable, CustomStringConvertible {
    /// The text of the key, unique in a manager.
    public let name: String

    /// Creates the key of a bloc.
    ///
    /// - Parameter name: The text of the key. Two keys of one text are the key of the same bloc and must have the same type.
    public init(_ name: String) {
        self.name = name
    }

    /// Creates the key of one of several blocs of a kind.
    ///
    /// - Parameters:
    ///   - name: The kind, such as `contact`.
    ///   - id: The identifier within the kind, such as the contact's.
    public init(_ name: String, id: some CustomStringConvertible) {
        self.name = "\(name)/\(id)"
    }

    /// The text of the key.
    public var description: String { name }

    /// The key without its type.
    public var erased: AnyBlocKey { AnyBlocKey(name: name) }
}

/// The key of a bloc of any type; see ``BlocKey/erased``.
public struct AnyBlocKey: Hashable, Sendable, CustomStringConvertible {
    /// The text of the key.
    public let name: String

    /// The text of the key.
    public var description: String { name }
}
