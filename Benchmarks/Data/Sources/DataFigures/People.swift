import Repository

/// Invented people, the same ones for the same numbers.
struct People {
    private static let beginnings = [
        "An", "Bra", "Cor", "Dav", "El", "Fri", "Gio", "Hen", "Is", "Jo", "Kat", "Lu", "Mar", "Nor", "Ol", "Pet",
        "Quin", "Ros",
        "Sø", "Tho", "Ur", "Vik", "Wil", "Xen", "Yas", "Zoë",
    ]
    private static let middles = [
        "a", "be", "ci", "do", "é", "fra", "gu", "hi", "ja", "kö", "le", "mi", "no", "ri", "sa", "tü",
    ]
    private static let ends = [
        "n", "s", "ra", "na", "lia", "rt", "tte", "son", "sen", "ić", "mann", "berg", "ez", "ova",
    ]
    private static let cities = [
        "Zürich", "Paris", "Århus", "Denver", "Kyiv", "Porto", "Leeds", "Ankara", "Oslo", "Perth",
    ]
    private static let countries = ["Switzerland", "France", "Denmark", "United States", "Ukraine", "Brazil", "Norway"]

    /// The contacts with the numbers; `generation` varies a field of each.
    static func contacts(_ numbers: Range<Int>, generation: Int = 0) -> [Contact] {
        numbers.map { contact($0, generation: generation) }
    }

    static func contact(_ number: Int, generation: Int = 0) -> Contact {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 7
        func pick(_ list: [String]) -> String {
            state ^= state >> 30
            state &*= 0xBF58_476D_1CE4_E5B9
            state ^= state >> 27
            state &*= 0x94D0_49BB_1331_11EB
            return list[Int((state >> 33) % UInt64(list.count))]
        }
        let first = pick(beginnings) + pick(middles) + pick(ends)
        let last = pick(beginnings) + pick(middles) + pick(middles) + pick(ends)
        var contact = Contact(id: ContactID(rawValue: ""))
        contact.name = PersonName(title: number % 2 == 0 ? "Ms" : "Mr", first: first, last: last)
        contact.gender = number % 2 == 0 ? "female" : "male"
        contact.email = "\(first).\(last).\(number)@example.com".lowercased()
        contact.phone = "0\(10 + number % 89) \(1_000_000 + number * 7919 % 8_999_999)"
        contact.cell = "0\(150 + number % 29) \(1_000_000 + (number + generation) * 6007 % 8_999_999)"
        contact.birthday = "19\(40 + number % 60)-\(digits(1 + number % 12))-\(digits(1 + number % 28))"
        contact.address.street = "\(number % 9000 + 1) \(pick(beginnings))\(pick(ends)) Street"
        contact.address.city = pick(cities)
        contact.address.state = pick(beginnings) + pick(ends)
        contact.address.postcode = "\(10_000 + number % 89_999)"
        contact.address.country = pick(countries)
        contact.nationality = ["CH", "FR", "DK", "US", "UA", "BR", "NO"][number % 7]
        let picture = "https://example.com/portraits/\(number % 2 == 0 ? "women" : "men")/\(number % 100).jpg"
        contact.picture = PictureLinks(large: picture, medium: picture + "?m", thumbnail: picture + "?t")
        contact.registered = "2012-0\(1 + number % 9)-11T08:15:30.000Z"
        return contact
    }

    static func id(_ number: Int) -> String {
        let digits = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
        let tail = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits + "-"
            + String(repeating: "0", count: 8 - tail.count) + tail
    }

    private static func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
