import Primitives

/// An invented person, with the values for all versions of the service.
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
    var first: String
    var last: String
    var title: String
    /// A time zone in the service's form: an offset and some places, but no name from the time zone database.
    var timezone: (offset: String, description: String)
    var streetNumber: Int
    var streetName: String
    var city: String
    var state: String
    var country: String?
    var postcode: Postcode
    var latitude: String
    var longitude: String
    var email = ""
    var login: Login
    /// The time of birth, in milliseconds since 1970.
    var born: Int
    /// The time of registration, in milliseconds since 1970.
    var registered: Int
    var phone = ""
    var cell = ""
    var identityName = ""
    var identityValue: String?
    var portraitFolder: String
    var portraitNumber: Int
    var nation: String
}

/// The two genders that the service supports.
enum Gender: String, Sendable {
    case male
    case female
}

extension Person {
    static let timezones: [(offset: String, description: String)] = [
        ("-12:00", "Baker Island, Howland Island"), ("-11:00", "Pago Pago, Niue"), ("-10:00", "Honolulu, Papeete"),
        ("-9:00", "Anchorage, Juneau"), ("-8:00", "Seattle, San Diego"), ("-7:00", "Phoenix, Calgary"),
        ("-6:00", "Chicago, Guatemala"), ("-5:00", "Toronto, Lima"), ("-4:00", "Halifax, Santiago"),
        ("-3:30", "St. John's"), ("-3:00", "Montevideo, Recife"), ("-2:00", "South Georgia"),
        ("-1:00", "Praia, Ponta Delgada"), ("0:00", "Lisbon, Dublin, Accra"), ("+1:00", "Vienna, Oslo, Tunis"),
        ("+2:00", "Helsinki, Athens, Cairo"), ("+3:00", "Nairobi, Istanbul"), ("+3:30", "Tehran, Shiraz"),
        ("+4:00", "Dubai, Tbilisi"), ("+4:30", "Kabul, Herat"), ("+5:00", "Tashkent, Lahore"),
        ("+5:30", "Chennai, Colombo"), ("+5:45", "Pokhara, Kathmandu"), ("+6:00", "Dhaka, Bishkek"),
        ("+7:00", "Hanoi, Jakarta"), ("+8:00", "Taipei, Manila, Perth"), ("+9:00", "Osaka, Busan"),
        ("+9:30", "Darwin, Alice Springs"), ("+10:00", "Brisbane, Port Moresby"), ("+11:00", "Nouméa, Honiara"),
        ("+12:00", "Suva, Christchurch"),
    ]
}

extension UTCDate {
    /// Formats milliseconds since 1970 as `YYYY-MM-DDTHH:MM:SS.mmmZ`; uses 1970 if the year wouldn't have four digits.
    static func timestamp(_ milliseconds: Int) -> String {
        UTCDate(milliseconds: Int64(milliseconds))?.timestamp ?? "1970-01-01T00:00:00.000Z"
    }
}
