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
struct UserFields: OptionSet, Sendable {
    let rawValue: UInt16

    static let gender = UserFields(rawValue: 1 << 0)
    static let name = UserFields(rawValue: 1 << 1)
    static let location = UserFields(rawValue: 1 << 2)
    static let email = UserFields(rawValue: 1 << 3)
    static let login = UserFields(rawValue: 1 << 4)
    static let registered = UserFields(rawValue: 1 << 5)
    static let dob = UserFields(rawValue: 1 << 6)
    static let phone = UserFields(rawValue: 1 << 7)
    static let cell = UserFields(rawValue: 1 << 8)
    static let id = UserFields(rawValue: 1 << 9)
    static let picture = UserFields(rawValue: 1 << 10)
    static let nat = UserFields(rawValue: 1 << 11)

    static let all = UserFields(rawValue: 1 << 12 - 1)

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Reads a comma-separated list; unknown names are ignored.
    init(list: String) {
        self = []
        for part in list.split(separator: ",") {
            switch QueryString.trim(part).lowercased() {
            case "gender": insert(.gender)
            case "name": insert(.name)
            case "location": insert(.location)
            case "email": insert(.email)
            case "login": insert(.login)
            case "registered": insert(.registered)
            case "dob": insert(.dob)
            case "phone": insert(.phone)
            case "cell": insert(.cell)
            case "id": insert(.id)
            case "picture": insert(.picture)
            case "nat": insert(.nat)
            default: continue
            }
        }
    }
}
