import Repository

/// A part of a postal address that a template gives a line to.
enum AddressPart: String, CaseIterable, Sendable {
    case poBox = "PO box"
    case extended = "Extended"
    case street = "Street"
    case postcode = "Postcode"
    case city = "City"
    case state = "State"
    case country = "Country"

    /// Where the part is kept.
    var path: WritableKeyPath<PostalAddress, String?> {
        switch self {
        case .poBox: \.poBox
        case .extended: \.extended
        case .street: \.street
        case .postcode: \.postcode
        case .city: \.city
        case .state: \.state
        case .country: \.country
        }
    }
}
