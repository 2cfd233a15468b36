/// One invented person, with everything that any version of the service says about people.
struct Person {
    /// A postcode, which the service sends as a number for some nations and as text for others.
    enum Postcode {
        case number(Int)
        case text(String)
    }

    struct Login {
        var uuid: String
        var username: String
        var password: String
        var salt: String
    }

    var gender: Gender
    var title: String
    var first: String
    var last: String
    var streetNumber: Int
    var streetName: String
    var city: String
    var state: String
    var country: String?
    var postcode: Postcode
    var latitude: String
    var longitude: String
    var timezone: Timezone
    var email: String
    var login: Login
    /// Milliseconds since 1970.
    var born: Int
    /// Milliseconds since 1970.
    var registered: Int
    var phone = ""
    var cell = ""
    var identityName = ""
    var identityValue: String?
    var portraitFolder: String
    var portraitNumber: Int
    var nation: String
}
