/// A part of a postal address, under its name in stored JSON.
enum AddressPart: String, CaseIterable, Sendable {
    case street, city, state, postcode, country, poBox, extended
}

extension PostalAddress {
    /// The part.
    subscript(part: AddressPart) -> String? {
        get {
            switch part {
            case .street: street
            case .city: city
            case .state: state
            case .postcode: postcode
            case .country: country
            case .poBox: poBox
            case .extended: extended
            }
        }
        set {
            switch part {
            case .street: street = newValue
            case .city: city = newValue
            case .state: state = newValue
            case .postcode: postcode = newValue
            case .country: country = newValue
            case .poBox: poBox = newValue
            case .extended: extended = newValue
            }
        }
    }
}
