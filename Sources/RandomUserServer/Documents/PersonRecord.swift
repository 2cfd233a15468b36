import Primitives

/// Writes the requested fields of a person in the shapes of the requested version.
struct PersonRecord {
    let fields: Set<UserField>
    let version: APIVersion
    let today: CivilDate

    func write(_ person: Person, into json: inout JSONWriter) {
        json.beginObject()
        if fields.contains(.gender) { json.text("gender", person.gender.rawValue) }
        if fields.contains(.name) { writeName(person, into: &json) }
        if fields.contains(.location) { writeLocation(person, into: &json) }
        if fields.contains(.email) { json.text("email", person.email) }
        if fields.contains(.login) { writeLogin(person.login, into: &json) }
        if fields.contains(.dob) { writeDate("dob", person.born, into: &json) }
        if fields.contains(.registered) { writeDate("registered", person.registered, into: &json) }
        if fields.contains(.phone) { json.text("phone", person.phone) }
        if fields.contains(.cell) { json.text("cell", person.cell) }
        if fields.contains(.id) { writeIdentity(person, into: &json) }
        if fields.contains(.picture) { writePicture(person, into: &json) }
        if fields.contains(.nat) { json.text("nat", person.nation) }
        json.endObject()
    }

    private func writeName(_ person: Person, into json: inout JSONWriter) {
        json.beginObject("name")
        json.text("title", person.title)
        json.text("first", person.first)
        json.text("last", person.last)
        json.endObject()
    }

    private func writeLocation(_ person: Person, into json: inout JSONWriter) {
        json.beginObject("location")
        if version >= .v1p3 {
            json.beginObject("street")
            json.literal("number", String(person.streetNumber))
            json.text("name", person.streetName)
            json.endObject()
        } else {
            json.text("street", "\(person.streetNumber) \(person.streetName)")
        }
        json.text("city", person.city)
        json.text("state", person.state)
        if version >= .v1p3, let country = person.country { json.text("country", country) }
        switch person.postcode {
        case .number(let number): json.literal("postcode", String(number))
        case .text(let text): json.text("postcode", text)
        }
        if version >= .v1p2 {
            json.beginObject("coordinates")
            json.text("latitude", person.latitude)
            json.text("longitude", person.longitude)
            json.endObject()
            json.beginObject("timezone")
            json.text("offset", person.timezone.offset)
            json.text("description", person.timezone.description)
            json.endObject()
        }
        json.endObject()
    }

    private func writeLogin(_ login: Person.Login, into json: inout JSONWriter) {
        let salted = Array((login.password + login.salt).utf8)
        json.beginObject("login")
        if version >= .v1p2 { json.text("uuid", login.uuid) }
        json.text("username", login.username)
        json.text("password", login.password)
        json.text("salt", login.salt)
        json.text("md5", Hexadecimal.text(of: MD5.digest(of: salted)))
        json.text("sha1", Hexadecimal.text(of: SHA1.digest(of: salted)))
        json.text("sha256", Hexadecimal.text(of: SHA256.digest(of: salted)))
        json.endObject()
    }

    private func writeDate(_ key: StaticString, _ milliseconds: Int, into json: inout JSONWriter) {
        let date = CivilDate(milliseconds: milliseconds)
        switch version {
        case .v1p0: json.literal(key, String(milliseconds / 1_000))
        case .v1p1: json.text(key, date.text(.plain))
        case .v1p2, .v1p3, .v1p4:
            json.beginObject(key)
            json.text("date", date.text(version == .v1p2 ? .iso : .isoWithMilliseconds))
            // Version 1.3 subtracts calendar years, the others count birthdays.
            json.literal("age", String(version == .v1p3 ? today.year - date.year : date.years(until: today)))
            json.endObject()
        }
    }

    private func writeIdentity(_ person: Person, into json: inout JSONWriter) {
        json.beginObject("id")
        json.text("name", person.identityName)
        if let value = person.identityValue { json.text("value", value) } else { json.literal("value", "null") }
        json.endObject()
    }

    private func writePicture(_ person: Person, into json: inout JSONWriter) {
        let file = "\(person.portraitFolder)/\(person.portraitNumber).jpg"
        json.beginObject("picture")
        json.text("large", "https://randomuser.me/api/portraits/" + file)
        json.text("medium", "https://randomuser.me/api/portraits/med/" + file)
        json.text("thumbnail", "https://randomuser.me/api/portraits/thumb/" + file)
        json.endObject()
    }
}
