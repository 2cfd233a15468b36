/// The fields of a person that a request can ask for or leave out.
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

    /// Reads a list separated by commas; unknown names count for nothing.
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
