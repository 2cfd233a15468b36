/// How an identifier begins: what the orders of a store have beside each key.
///
/// Contacts with the same key come in the order of their identifiers, for which the beginning is nearly always enough. Whole
/// identifiers would make the orders nearly twice as large, and a sync slower by an eighth.
struct IdentifierStart: Equatable {
    private let id: ContactID

    init(_ id: ContactID) {
        self.id = id
    }

    /// As the column `id_start` has it.
    var text: String { String(String.UnicodeScalarView(scalars)) }

    private var scalars: Substring.UnicodeScalarView { id.rawValue.unicodeScalars.prefix(Self.length) }

    static func == (left: IdentifierStart, right: IdentifierStart) -> Bool {
        left.scalars.elementsEqual(right.scalars)
    }

    /// The same of the column `id`, in SQL.
    static let ofColumn = of("id")

    /// The same of an identifier in SQL.
    static func of(_ id: String) -> String { "substr(\(id), 1, \(length))" }

    private static let length = 6
}
