import Primitives

/// The versions of the service that this server speaks.
enum APIVersion: String, CaseIterable, Comparable, Sendable {
    case v1p0 = "1.0"
    case v1p1 = "1.1"
    case v1p2 = "1.2"
    case v1p3 = "1.3"
    case v1p4 = "1.4"

    static let latest = APIVersion.v1p4

    static func < (left: APIVersion, right: APIVersion) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The nations of this version, in the order in which a seed of 18 characters counts them.
    var nations: [String] {
        switch self {
        case .v1p0, .v1p1: Self.first
        case .v1p2, .v1p3: Self.second
        case .v1p4: Self.third
        }
    }

    private static let first = [
        "AU", "BR", "CA", "CH", "DE", "DK", "ES", "FI", "FR", "GB", "IE", "IR", "NL", "NZ", "TR", "US",
    ]
    private static let second = (first + ["NO"]).sorted()
    private static let third = (second + ["IN", "MX", "RS", "UA"]).sorted()
}

/// The fields of a person that a request can include or exclude.
enum UserField: String, CaseIterable, Sendable {
    case gender, name, location, email, login, registered, dob, phone, cell, id, picture, nat

    /// Reads a comma-separated list; unknown names are ignored.
    static func list(_ text: String) -> Set<UserField> {
        Set(text.split(separator: ",").compactMap { UserField(rawValue: $0.trimmed().lowercased()) })
    }
}
